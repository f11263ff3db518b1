// Every page and every sheet in Japanese and in the dark: what access.pages.mjs looks at.
import { everyPage, narrow } from './access.pages.mjs';
import { dark, japanese } from './harness.mjs';

everyPage('ja', dark(japanese(narrow)));
