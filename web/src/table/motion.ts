/**
 * How things move at a table: a card goes from its old place to its new one. Movements are short, never delay a tap, and
 * take no time with animations off.
 */
import { cubicOut } from 'svelte/easing';
import { crossfade, type TransitionConfig } from 'svelte/transition';
import { settings } from '../lib/settings.svelte';

const PLAY = 340;

interface Travelling {
  key: unknown;
  seat?: number;
}

export type Travel = (node: Element, params: Travelling) => () => TransitionConfig;

/** Where a seat is on the screen: its plate carries `data-seat`. */
function placeOf(seat: number): DOMRect | null {
  return document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
}

function towards(node: Element, other: DOMRect | null, duration: number, delay = 0): TransitionConfig {
  if (!other) return { duration: settings.time(duration), delay, css: (t) => `opacity: ${t}` };
  const here = node.getBoundingClientRect();
  const x = other.left + other.width / 2 - here.left - here.width / 2;
  const y = other.top + other.height / 2 - here.top - here.height / 2;
  return {
    duration: settings.time(duration),
    delay: settings.time(delay),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${0.55 + 0.45 * t}); opacity: ${Math.min(1, t * 2)}`,
  };
}

/** A card comes from a seat, or goes to one. */
export function seatward(node: Element, { seat, delay = 0 }: { seat: number | null; delay?: number }) {
  return towards(node, seat === null ? null : placeOf(seat), PLAY, delay);
}

/** Cards are dealt from the middle of the table, one after another. */
export function dealt(_node: Element, { index }: { index: number }): TransitionConfig {
  return {
    duration: settings.time(260),
    delay: settings.time(index * 35),
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${-60 * u}px) rotate(${-6 * u}deg); opacity: ${t}`,
  };
}

/**
 * A pair of transitions for a card that leaves one place and appears in another, matched by its key. If the other place
 * is not on the screen, as with another player's hand, the card comes from the seat.
 */
export function travelling(): [Travel, Travel] {
  // The library's type lacks our parameters, but it passes them on to the fallback.
  return crossfade({
    duration: () => settings.time(PLAY),
    easing: cubicOut,
    fallback: (node, params) => seatward(node, { seat: (params as Travelling).seat ?? null }),
  }) as [Travel, Travel];
}
