// Random schedules where whole rounds are entered at once.
import { schedules } from './live.schedules.mjs';

['machinamitorite', 'nerts', 'weather'].forEach(schedules);
