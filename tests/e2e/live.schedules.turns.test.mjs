// Random schedules where each turn is tapped.
import { schedules } from './live.schedules.mjs';

['any', 'hanafuda', 'nihon_meisho'].forEach(schedules);
