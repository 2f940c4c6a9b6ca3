import { catalogue } from '../../../words/index.svelte';
import { de } from './de';
import { en } from './en';
import { ja } from './ja';

export const words = catalogue({ en, de, ja });
