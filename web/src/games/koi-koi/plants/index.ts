import type { Component } from 'svelte';
import Cherry from './Cherry.svelte';
import Chrysanthemum from './Chrysanthemum.svelte';
import Clover from './Clover.svelte';
import Iris from './Iris.svelte';
import Maple from './Maple.svelte';
import Pampas from './Pampas.svelte';
import Paulownia from './Paulownia.svelte';
import Peony from './Peony.svelte';
import Pine from './Pine.svelte';
import Plum from './Plum.svelte';
import Willow from './Willow.svelte';
import Wisteria from './Wisteria.svelte';

/** The plants of the months, on a 100 × 150 grid. Without `full` they leave room for a figure. */
export const PLANTS: Component<{ full: boolean }>[] = [
  Pine,
  Plum,
  Cherry,
  Wisteria,
  Iris,
  Peony,
  Clover,
  Pampas,
  Chrysanthemum,
  Maple,
  Willow,
  Paulownia,
];
