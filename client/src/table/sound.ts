// Two sounds, made of nothing but waves: a wooden tick when others move, a drum when it is one's turn.

let audio: AudioContext | null = null;

/** A body that is struck: a tone that falls in pitch and dies away. */
function strike(at: number, from: number, to: number, length: number, loud: number): void {
  if (!audio) return;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

function now(): number {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume(); // browsers wait for a first click
  return audio.currentTime + 0.01;
}

export function tick(): void {
  strike(now(), 900, 520, 0.07, 0.12);
}

export function drum(): void {
  const at = now();
  strike(at, 190, 75, 0.32, 0.5);
  strike(at + 0.17, 230, 95, 0.36, 0.4);
}
