import { z } from 'zod';

/** A task's first steps that are in a file (decision 120): how many, and the month of the last of them. */
export const archivedSteps = z.object({ steps: z.int(), month: z.string() });
