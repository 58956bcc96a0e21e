import type { Client } from 'pg';

/** Something that holds in every Darkroom database: what it says, and the statement that finds whatever breaks it. */
export interface Check {
  readonly name: string;
  /** Answers the rows that are off, as one column `id`. Some have to look at the schema first. */
  readonly broken: string | ((client: Client) => Promise<string>);
}
