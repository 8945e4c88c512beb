import { untrack } from "svelte";
import { kept } from "./kept.svelte";

export type Sound = "purr" | "tap" | "dice" | "card" | "turn" | "good" | "bad" | "hit" | "end";

let context: AudioContext | null = null;

/** Plays a sound, if sounds were asked for. All are made here; nothing is loaded. */
export function play(sound: Sound): void {
  if (!untrack(() => kept.sounds)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

/** A sound from one side, -1 to 1; without a pitch a dull knock. */
export interface PlacedSound {
  pan: number;
  pitch: number | null;
}

/** Plays sounds from where they come, one after the other. Whoever calls it was asked for them. */
export function playPlaced(sounds: PlacedSound[], apart = 0.32): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const start = context.currentTime;
  for (const [number, { pan, pitch }] of sounds.entries()) {
    const panner = new StereoPannerNode(context, { pan });
    panner.connect(context.destination);
    const at = start + number * apart;
    if (pitch === null) noise(context, at, 0.08, 180, 0.8, panner);
    else tone(context, pitch, pitch, at, 0.26, 0.16, "triangle", panner);
  }
}

function tone(
  audio: AudioContext,
  from: number,
  to: number,
  at: number,
  length: number,
  volume = 0.12,
  type: OscillatorType = "sine",
  goal: AudioNode = audio.destination,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
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

function noise(
  audio: AudioContext,
  at: number,
  length: number,
  pitch: number,
  volume: number,
  goal: AudioNode = audio.destination,
): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(goal);
  source.start(at);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  purr: (audio, at) => [0, 1, 2, 3, 4, 5, 6, 7].forEach((i) => noise(audio, at + i * 0.045, 0.05, 160, 0.5)),
  tap: (audio, at) => noise(audio, at, 0.04, 1400, 0.25),
  dice: (audio, at) =>
    [0, 0.05, 0.11, 0.15, 0.23, 0.3].forEach((t) => noise(audio, at + t, 0.05, 1800 + 900 * Math.random(), 0.4)),
  card: (audio, at) => noise(audio, at, 0.12, 3200, 0.22),
  turn: (audio, at) => [520, 690].forEach((pitch, i) => tone(audio, pitch, pitch * 1.02, at + i * 0.12, 0.22)),
  good: (audio, at) =>
    [523, 659, 784].forEach((pitch, i) => tone(audio, pitch, pitch, at + i * 0.09, 0.3, 0.1, "triangle")),
  bad: (audio, at) => tone(audio, 300, 170, at, 0.3, 0.1, "triangle"),
  hit: (audio, at) => {
    noise(audio, at, 0.08, 500, 0.8);
    tone(audio, 190, 60, at, 0.14, 0.3);
  },
  end: (audio, at) =>
    [392, 523, 659, 784, 1047].forEach((pitch, i) =>
      tone(audio, pitch, pitch * 1.005, at + i * 0.13, 0.5, 0.09, "triangle"),
    ),
};
