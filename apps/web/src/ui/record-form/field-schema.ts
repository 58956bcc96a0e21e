import type { NumberLimits } from '@darkroom/domain/number/parse';
import type { z } from 'zod';

type Schema = z.core.$ZodType;

const accepts = (schema: Schema, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

/** Returns the schema without "optional" and default. */
function unwrap(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return unwrap(def.innerType);
    default:
      return schema;
  }
}

/** Returns the schema also without "nullable". */
function unwrapNullable(schema: Schema): Schema {
  const inner = unwrap(schema);
  const { def } = (inner as z.core.$ZodTypes)._zod;
  return def.type === 'nullable' ? unwrapNullable(def.innerType) : inner;
}

/** Lists the direct parts of a schema: its fields, its items' fields, and those of each variant. */
function listParts(schema: Schema): Schema[] {
  const { def } = (unwrapNullable(schema) as z.core.$ZodTypes)._zod;
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

const findOwnField = (schema: Schema, name: string): Schema | undefined => {
  const { def } = (unwrapNullable(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape[name] : undefined;
};

/** Finds the schema of an endpoint's field at any depth, because a form for one job uses an endpoint for many. */
export function findSchema(input: Schema, name: string): Schema | undefined {
  for (let level: Schema[] = [input]; level.length > 0; level = level.flatMap(listParts)) {
    const found = level.map((schema) => findOwnField(schema, name)).find((schema) => schema !== undefined);
    if (found) return unwrap(found);
  }
  return undefined;
}

export function getEmptyValue(schema: Schema): '' | [] | undefined {
  const { type } = (unwrapNullable(schema) as z.core.$ZodTypes)._zod.def;
  return type === 'string' ? '' : type === 'array' ? [] : undefined;
}

/** A rejection by the schema, in the form of the server's field errors. */
interface SchemaError {
  code: string;
  limit?: number;
}

/** Returns the first error of a value. Null if it is valid. */
export function getSchemaError(schema: Schema, value: unknown): SchemaError | null {
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0];
  if (!issue) return null;
  return { code: issue.message, ...('maximum' in issue ? { limit: Number(issue.maximum) } : {}) };
}

/** Returns the error of a missing required value. Null if the field is optional. */
export const getMissingError = (schema: Schema): SchemaError | null =>
  accepts(schema, null) ? null : getSchemaError(schema, getEmptyValue(schema));

/** Returns the words of a closed list, for one or several choices. Null if the field is free text. */
export function getChoices(schema: Schema): readonly string[] | null {
  const { def } = (unwrapNullable(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'enum' ? Object.values(def.entries).map(String) : null;
}

/** Returns the kind of a value outside the record's table. */
export const getValueKind = (schema: Schema): 'number' | 'text' =>
  (unwrapNullable(schema) as z.core.$ZodTypes)._zod.def.type === 'number' ? 'number' : 'text';

export const isText = (schema: Schema): boolean => getEmptyValue(schema) === '';

export function getLimits(schema: Schema): NumberLimits {
  const { minValue, maxValue } = unwrapNullable(schema) as z.ZodNumber;
  const [min, max] = [minValue ?? undefined, maxValue ?? undefined];
  return {
    whole: !accepts(schema, (min ?? 0) + 0.5),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}

/** Earliest accepted date of birth. `acceptsLifeDay` is true if a field accepts days before the bureau's own. */
export const FIRST_LIFE_DAY = '1900-01-01';
export const acceptsLifeDay = (schema: Schema): boolean => accepts(schema, FIRST_LIFE_DAY);
