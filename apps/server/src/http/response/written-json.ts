import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@darkroom/contract/endpoint';

const TEXT = Symbol('written');
declare const ANSWER: unique symbol;

/** A response whose JSON PostgreSQL has written (db/driver/json-text). It is sent unchanged (decision 139). */
export interface WrittenJson<T> {
  readonly [TEXT]: string;
  readonly [ANSWER]?: T;
}

export const markWritten = <T>(text: string): WrittenJson<T> => ({ [TEXT]: text });

/** Returns the text of a written response. Returns null for a value. */
export const getWrittenText = (response: unknown): string | null =>
  typeof response === 'object' && response !== null && TEXT in response
    ? (response as WrittenJson<unknown>)[TEXT]
    : null;

/** Checks a written response with its output schema, outside production. A refused key or value is an error. */
export function validateWritten({ name, output }: Endpoint, text: string): void {
  const parsed: unknown = JSON.parse(text);
  if (!isDeepStrictEqual(output.parse(parsed), parsed))
    throw new Error(`${name} has written what its output does not name.`);
}
