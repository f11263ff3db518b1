// See `crowded.mjs`.
import { crowdedIn } from './crowded.mjs';

crowdedIn('en', (device) => device);
