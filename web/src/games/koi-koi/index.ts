import type { GameModule } from '../module';
import { game as iroha } from '../iroha';

export const game: GameModule = iroha;
