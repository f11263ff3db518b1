// Every page and every sheet in English: what access.pages.mjs looks at, and what is stored of its tree (access.trees.mjs).
import { everyPage, narrow } from './access.pages.mjs';

everyPage('en', narrow);
