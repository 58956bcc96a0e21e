import type { Client } from 'pg';

/** Invariant of every Darkroom database: its text, and the statement that finds violations. */
export interface DatabaseCheck {
  readonly name: string;
  /** Statement that returns the violating rows as one column `id`. Some statements depend on the schema. */
  readonly broken: string | ((client: Client) => Promise<string>);
}
