import { catalogue } from '../../words/index.svelte';
import { de } from './words/de';
import { en } from './words/en';
import { ja } from './words/ja';

export const words = catalogue({ en, de, ja });
