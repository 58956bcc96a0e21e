import { sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';

// Marks are comments in a statement that set how the driver layer sends, plans or reads it. Decision 167 has the measured gain of each.

const BY_VALUES = '/* planned by its values */';

/**
 * Begins a statement whose best plan depends on its values (a rare or frequent customer). It is planned at each run,
 * because one plan for all would be slow.
 */
export const plannedByValues = sql.raw(`${BY_VALUES} `);
export const isPlannedByValues = (text: string): boolean => text.trimStart().startsWith(BY_VALUES);

const PLANNED_ONCE_MARK = '/* planned once */';

/**
 * Begins a statement that takes longer to plan than to run, with the same best plan for all values. If it is prepared,
 * it always uses that plan.
 */
export const plannedOnce = sql.raw(`${PLANNED_ONCE_MARK} `);
export const isPlannedOnce = (text: string): boolean => text.trimStart().startsWith(PLANNED_ONCE_MARK);

const SENT_AHEAD_MARK = '/* sent ahead */';

/**
 * Begins a statement whose result no one reads, so the next one is sent without waiting. The next awaited statement
 * throws its error, so the error cannot be caught.
 */
export const pipelined = sql.raw(`${SENT_AHEAD_MARK} `);
/** Returns true if a statement is sent without waiting. This includes `begin`, which has no result to wait for. */
export const isPipelined = (text: string): boolean => text === 'begin' || text.includes(SENT_AHEAD_MARK);

const AS_TEXT = '/* as text */';

/**
 * Ends a statement whose rows are read as arrays of PostgreSQL's texts. The server writes them as JSON without parsing
 * them.
 */
export const asText = sql.raw(` ${AS_TEXT}`);
export const isAsText = (text: string): boolean => text.endsWith(AS_TEXT);

const types: CustomTypesConfig = { getTypeParser: () => (text: string) => text };
/** Options of the driver for a statement that is read as text. */
export const READ_AS_TEXT = { rowMode: 'array', types } as const;
