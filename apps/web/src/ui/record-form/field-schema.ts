import type { NumberLimits } from '@darkroom/domain/number/read';
import type { z } from 'zod';

type Schema = z.core.$ZodType;

const accepts = (schema: Schema, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

/** The schema without "may be left out" and its default: the value itself, where there is one. */
function bare(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return bare(def.innerType);
    default:
      return schema;
  }
}

/** The same without "or null". */
function core(schema: Schema): Schema {
  const inner = bare(schema);
  const { def } = (inner as z.core.$ZodTypes)._zod;
  return def.type === 'nullable' ? core(def.innerType) : inner;
}

/** What stands directly within a schema: its own fields, those of its items, those of each of its shapes. */
function within(schema: Schema): Schema[] {
  const { def } = (core(schema) as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return [...def.options];
    default:
      return [];
  }
}

const ownField = (schema: Schema, name: string): Schema | undefined => {
  const { def } = (core(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape[name] : undefined;
};

/** The schema of a call's field, at whatever depth of the call it stands: a form for one job fills a call that takes many. */
export function schemaOf(input: Schema, name: string): Schema | undefined {
  for (let level: Schema[] = [input]; level.length > 0; level = level.flatMap(within)) {
    const found = level.map((schema) => ownField(schema, name)).find((schema) => schema !== undefined);
    if (found) return bare(found);
  }
  return undefined;
}

/** What a field that nobody filled in holds. */
export function emptyOf(schema: Schema): '' | [] | undefined {
  const { type } = (core(schema) as z.core.$ZodTypes)._zod.def;
  return type === 'string' ? '' : type === 'array' ? [] : undefined;
}

/** A refusal of the schema, as a field error of the server is written. */
interface SchemaTrouble {
  code: string;
  limit?: number;
}

/** The first thing the schema says of a value; null where it takes it. */
export function errorOf(schema: Schema, value: unknown): SchemaTrouble | null {
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0];
  if (!issue) return null;
  return { code: issue.message, ...('maximum' in issue ? { limit: Number(issue.maximum) } : {}) };
}

/** What is said of a field that has to be filled in and is not; null where it may stay empty. */
export const missingOf = (schema: Schema): SchemaTrouble | null =>
  accepts(schema, null) ? null : errorOf(schema, emptyOf(schema));

/** The words of a closed list, of which one or some are chosen; null where anything may be written. */
export function wordsOf(schema: Schema): readonly string[] | null {
  const { def } = (core(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'enum' ? Object.values(def.entries).map(String) : null;
}

/** What a value without a row in a record's table is. */
export const kindOf = (schema: Schema): 'number' | 'text' =>
  (core(schema) as z.core.$ZodTypes)._zod.def.type === 'number' ? 'number' : 'text';

export const isText = (schema: Schema): boolean => emptyOf(schema) === '';

/** What a number may be. */
export function limitsOf(schema: Schema): NumberLimits {
  const { minValue, maxValue } = core(schema) as z.ZodNumber;
  const [min, max] = [minValue ?? undefined, maxValue ?? undefined];
  return {
    whole: !accepts(schema, (min ?? 0) + 0.5),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}

/** Whether it is a day of a life, which begins before the bureau's own. */
export const FIRST_LIFE_DAY = '1900-01-01';
export const isLifeDay = (schema: Schema): boolean => accepts(schema, FIRST_LIFE_DAY);
