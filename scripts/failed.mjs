/** How the files in target/screenshots begin that show what a failed test was looking at. */
export const failed = (test) => `FAILED ${test.replaceAll('/', ' ').slice(0, 100)}`;
