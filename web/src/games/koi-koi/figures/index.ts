import type { Component } from 'svelte';
import Boar from './Boar.svelte';
import Bridge from './Bridge.svelte';
import Butterflies from './Butterflies.svelte';
import Crane from './Crane.svelte';
import Cuckoo from './Cuckoo.svelte';
import Cup from './Cup.svelte';
import Curtain from './Curtain.svelte';
import Deer from './Deer.svelte';
import Geese from './Geese.svelte';
import Moon from './Moon.svelte';
import Phoenix from './Phoenix.svelte';
import RainMan from './RainMan.svelte';
import Swallow from './Swallow.svelte';
import Warbler from './Warbler.svelte';

/** The figures of brights and animals, and the sky behind each. */
export const FIGURES: Record<string, { Figure: Component; sky: string; behind?: boolean }> = {
  '1B': { Figure: Crane, sky: '#a9281c' },
  '2A': { Figure: Warbler, sky: '#f6dfd3' },
  '3B': { Figure: Curtain, sky: '#4b1c4f' },
  '4A': { Figure: Cuckoo, sky: '#e9e2f4' },
  '5A': { Figure: Bridge, sky: '#dcebe9' },
  '6A': { Figure: Butterflies, sky: '#dfe9f5' },
  '7A': { Figure: Boar, sky: '#f4e3d0' },
  '8B': { Figure: Moon, sky: '#1b2350', behind: true },
  '8A': { Figure: Geese, sky: '#f5d9a8' },
  '9A': { Figure: Cup, sky: '#f7ecc4' },
  '10A': { Figure: Deer, sky: '#f7e4bd' },
  '11B': { Figure: RainMan, sky: '#2e4a5c' },
  '11A': { Figure: Swallow, sky: '#e3eedc' },
  '12B': { Figure: Phoenix, sky: '#451f5e' },
};
