// A QR code as path data: one unit for each dark square, in a quiet frame of `frame` units.

export interface Drawn {
  size: number;
  path: string;
}

export function draw(dark: readonly (readonly boolean[])[], frame = 2): Drawn {
  let path = '';
  dark.forEach((row, y) => {
    let x = 0;
    while (x < row.length) {
      let end = x;
      while (row[end]) end++;
      if (end > x) path += `M${x + frame} ${y + frame}h${end - x}v1h${x - end}z`;
      x = end + 1;
    }
  });
  return { size: dark.length + 2 * frame, path };
}

export async function qr(text: string): Promise<Drawn> {
  const { encode } = await import('uqr');
  return draw(encode(text, { ecc: 'M', border: 0 }).data);
}
