import { untrack } from "svelte";
import { keep, kept } from "./settings.svelte";

// A family of sounds that are computed here, so nothing is loaded. Three materials make all of them: wood (dice, hits,
// what goes wrong), paper (cards, pencils) and a small bowl that rings (whatever one wins). Things that end well go up,
// things that end badly go down, and the cat purrs and mews on top.

export type Sound =
  | "purr"
  | "tap"
  | "dice"
  | "card"
  | "lift"
  | "write"
  | "turn"
  | "good"
  | "bad"
  | "bone"
  | "fish"
  | "vase"
  | "hit"
  | "end"
  | "win";

/** Everything sounds through one gain, the volume, and a limiter, so that many sounds at once do not crackle. */
let output: GainNode | null = null;
let context: AudioContext | null = null;

function audio(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function out(): AudioNode {
  if (output) return output;
  const limiter = new DynamicsCompressorNode(audio(), { threshold: -14, ratio: 8, attack: 0.002, release: 0.12 });
  limiter.connect(audio().destination);
  output = new GainNode(audio(), { gain: loudness(untrack(() => kept.volume)) });
  output.connect(limiter);
  return output;
}

/** The gain of a volume from 0 to 100: ears hear the square of it, and 70 leaves sounds as they are. */
export function loudness(volume: number): number {
  return (volume / 70) ** 2;
}

/** Switches sounds on or off, and lets them be heard. */
export function setSounds(sounds: boolean): void {
  keep({ sounds });
  play("purr");
}

export function setVolume(volume: number): void {
  keep({ volume });
  output?.gain.setValueAtTime(loudness(volume), audio().currentTime);
  play("purr");
}

/** Plays a sound, if sounds were asked for; `count`: how many things make it, such as dice. */
export function play(sound: Sound, count = 1): void {
  if (!untrack(() => kept.sounds)) return;
  SOUNDS[sound](audio().currentTime, count);
}

/** A sound from one side, -1 to 1; without a pitch a dull knock. */
export interface PlacedSound {
  pan: number;
  pitch: number | null;
}

/** Plays sounds from where they come, one after the other. Call it only if sounds were requested. */
export function playPlaced(sounds: PlacedSound[], apart = 0.32): void {
  const start = audio().currentTime;
  for (const [number, { pan, pitch }] of sounds.entries()) {
    const panner = new StereoPannerNode(audio(), { pan });
    panner.connect(out());
    const at = start + number * apart;
    if (pitch === null) noise(at, 0.08, 180, 0.8, panner);
    else tone(pitch, pitch, at, 0.26, 0.16, "triangle", panner);
  }
}

function tone(
  from: number,
  to: number,
  at: number,
  length: number,
  volume = 0.12,
  type: OscillatorType = "sine",
  goal: AudioNode = out(),
): void {
  const oscillator = audio().createOscillator();
  const gain = audio().createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(goal);
  oscillator.start(at);
  oscillator.stop(at + length);
}

const LONGEST_NOISE = 0.3;
let hiss: AudioBuffer | null = null;

/** White noise, made once: each sound begins somewhere else in it. */
function white(): AudioBuffer {
  if (hiss) return hiss;
  hiss = audio().createBuffer(1, audio().sampleRate, audio().sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** A burst of noise around a pitch, which may slide to another one. */
function noise(at: number, length: number, pitch: number, volume: number, goal: AudioNode = out(), to = pitch): void {
  const source = audio().createBufferSource();
  const filter = audio().createBiquadFilter();
  const gain = audio().createGain();
  source.buffer = white();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(filter).connect(gain).connect(goal);
  source.start(at, Math.random() * (1 - LONGEST_NOISE), length);
}

/** Wood on felt: a click and the body of what fell. */
function knock(at: number, pitch: number, volume: number): void {
  noise(at, 0.03, pitch * 6, volume * 0.9);
  tone(pitch * 1.5, pitch, at, 0.07, volume * 0.5);
}

/** A bowl that is struck: it rings at pitches that are not harmonics, and the high ones fade first. */
function ring(at: number, pitch: number, volume: number, length = 0.7): void {
  tone(pitch, pitch, at, length, volume);
  tone(pitch * 2.76, pitch * 2.75, at, length * 0.5, volume * 0.4);
  tone(pitch * 5.4, pitch * 5.38, at, length * 0.25, volume * 0.2);
}

function purr(at: number, length: number): void {
  for (let i = 0; i < length / 0.045; i++) noise(at + i * 0.045, 0.045, 160, 0.4 + 0.1 * (i % 2));
}

/** A short mew: a voice whose vowel opens and closes. */
function mew(at: number, pitch: number): void {
  const vowel = new BiquadFilterNode(audio(), { type: "bandpass", Q: 3 });
  vowel.frequency.setValueAtTime(700, at);
  vowel.frequency.exponentialRampToValueAtTime(1900, at + 0.1);
  vowel.frequency.exponentialRampToValueAtTime(800, at + 0.3);
  vowel.connect(out());
  tone(pitch, pitch * 1.35, at, 0.16, 0.22, "sawtooth", vowel);
  tone(pitch * 1.35, pitch * 0.95, at + 0.12, 0.22, 0.22, "sawtooth", vowel);
}

const SCALE = [523, 587, 659, 784, 880, 1047];
/** When rolled dice touch the mat, in seconds; each falls a little later than the one before. */
const TOUCHES = [0.23, 0.45] as const;

const SOUNDS: Record<Sound, (at: number, count: number) => void> = {
  purr: (at) => purr(at, 0.36),
  tap: (at) => knock(at, 420, 0.3),
  dice(at, count) {
    for (let die = 0; die < count; die++)
      for (const [again, touch] of TOUCHES.entries())
        knock(at + touch + die * 0.024 + 0.012 * Math.random(), 210 + 40 * Math.random(), again ? 0.28 : 0.55);
  },
  card: (at) => noise(at, 0.13, 3600, 0.3, out(), 1500),
  lift: (at) => noise(at, 0.07, 1800, 0.14, out(), 3200),
  write(at) {
    for (const stroke of [0, 0.08, 0.15]) noise(at + stroke, 0.06, 4200, 0.16, out(), 5200);
  },
  turn: (at) => mew(at, 480),
  good: (at) => [2, 3, 5].forEach((step, i) => ring(at + i * 0.09, SCALE[step] ?? 0, 0.1)),
  bad: (at) => tone(300, 170, at, 0.3, 0.1, "triangle"),
  bone(at) {
    knock(at, 340, 0.5);
    knock(at + 0.13, 240, 0.5);
  },
  fish(at) {
    tone(260, 900, at, 0.1, 0.16);
    tone(340, 1150, at + 0.11, 0.08, 0.1);
  },
  vase(at) {
    noise(at, 0.06, 5200, 0.5);
    [2900, 3700, 4600, 2300, 5300].forEach((pitch, i) => ring(at + 0.02 + i * 0.045, pitch, 0.04, 0.25));
  },
  hit(at) {
    noise(at, 0.08, 500, 0.8);
    tone(190, 60, at, 0.14, 0.3);
  },
  end: (at) => [3, 2, 0].forEach((step, i) => ring(at + i * 0.2, SCALE[step] ?? 0, 0.08, 0.9)),
  win(at) {
    [0, 2, 3, 5].forEach((step, i) => ring(at + i * 0.13, SCALE[step] ?? 0, 0.1, 0.8));
    [0, 2, 3, 5].forEach((step) => ring(at + 0.62, SCALE[step] ?? 0, 0.06, 1.4));
    purr(at + 0.7, 0.9);
  },
};

export const SOUND_NAMES = Object.keys(SOUNDS) as Sound[];
