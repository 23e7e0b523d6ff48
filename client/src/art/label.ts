// How a picture presents itself to those who listen: under a name, or not at all where words beside it say the same.

export const labelled = (label: string) =>
  label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': 'true' } as const);
