import { sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';

// Marks: comments by which a statement tells the driver layer how it is sent, planned or read. What each of them gains is
// measured in decision 167.

const BY_VALUES = '/* planned by its values */';

/** Begins a statement whose best plan depends on its values (a rare or a frequent customer): it is planned each time, not prepared. */
export const plannedByValues = sql.raw(`${BY_VALUES} `);
export const isPlannedByValues = (text: string): boolean => text.trimStart().startsWith(BY_VALUES);

const ONCE = '/* planned once */';

/** Begins a statement with one best plan for all values that takes longer to plan than to run: it is prepared and planned once. */
export const plannedOnce = sql.raw(`${ONCE} `);
export const isPlannedOnce = (text: string): boolean => text.trimStart().startsWith(ONCE);

const AHEAD = '/* sent ahead */';

/** Begins a statement whose answer nobody reads: the next one follows at once. Its error is thrown by the next statement that is awaited. */
export const sentAhead = sql.raw(`${AHEAD} `);
/** Whether a statement is sent ahead; the beginning of a transaction has no answer to wait for either. */
export const isSentAhead = (text: string): boolean => text === 'begin' || text.includes(AHEAD);

const AS_TEXT = '/* as text */';

/** Ends a statement whose rows are read as arrays of the texts that PostgreSQL sends: they are written as JSON without being parsed. */
export const asText = sql.raw(` ${AS_TEXT}`);
export const isAsText = (text: string): boolean => text.endsWith(AS_TEXT);

const types: CustomTypesConfig = { getTypeParser: () => (text: string) => text };
/** The driver's options for a statement that is read as text. */
export const READ_AS_TEXT = { rowMode: 'array', types } as const;
