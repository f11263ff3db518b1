// See `crowded.mjs`.
import { crowdedIn } from './crowded.mjs';
import { japanese } from './harness.mjs';

crowdedIn('ja', japanese);
