import { sql } from 'kysely';

const MARK = '/* sent ahead */';

/**
 * Begins a statement of a transaction whose answer nobody reads: it is sent, and the next one goes right behind it instead of waiting
 * for it. What it fails at is thrown by the next statement that is waited for, the commit at the latest. Never where a failure
 * is caught and lived with.
 */
export const sentAhead = sql.raw(`${MARK} `);

/** Whether a statement is sent ahead; to begin a transaction says nothing either. */
export const isSentAhead = (text: string): boolean => text === BEGIN || text.includes(MARK);

const BEGIN = 'begin';
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback']);

/** What a statement does to the transaction it is sent in. */
export const stepOf = (text: string): 'begin' | 'commit' | 'rollback' | 'within' =>
  text === BEGIN ? BEGIN : ENDS.has(text) ? (text as 'commit' | 'rollback') : 'within';
