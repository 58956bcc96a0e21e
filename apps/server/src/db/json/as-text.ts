import { sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';

const MARK = '/* as text */';

/** Ends a statement whose rows are read as arrays of the texts that PostgreSQL sends: what is written again is not read before. */
export const asText = sql.raw(` ${MARK}`);

export const isAsText = (text: string): boolean => text.endsWith(MARK);

const types: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** What the driver is told of such a statement. */
export const READ_AS_TEXT = { rowMode: 'array', types } as const;
