import { z } from 'zod';

/**
 * How a field is written in JSON: as a whole number or another, yes or no, a word that needs no escapes, an instant, a text; a `list` of numbers
 * or texts is an array of PostgreSQL's; `json` is given as the text of its JSON.
 */
export interface Manner {
  readonly of: 'integer' | 'number' | 'boolean' | 'word' | 'instant' | 'text' | 'list' | 'json';
  readonly orNull: boolean;
}

/** As much of a field's JSON schema as says how it is written. */
interface Shape {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Shape;
  anyOf?: readonly Shape[];
}

/** How a field of the contract is written. */
export const mannerOf = (schema: z.ZodType): Manner => mannerOfShape(z.toJSONSchema(schema, { io: 'output' }) as Shape);

function mannerOfShape({ anyOf, ...shape }: Shape): Manner {
  if (anyOf) {
    const others = anyOf.filter(({ type }) => type !== 'null');
    const [only] = others;
    const inner = mannerOfShape(only && others.length === 1 ? only : oneOf(others));
    return { ...inner, orNull: inner.orNull || others.length < anyOf.length };
  }
  if (Array.isArray(shape.type)) {
    const [type, ...more] = (shape.type as string[]).filter((one) => one !== 'null');
    if (type === undefined || more.length > 0) throw new Error(`Not to be written: ${JSON.stringify(shape)}`);
    return { ...mannerOfShape({ ...shape, type }), orNull: shape.type.includes('null') };
  }
  return { of: kindOf(shape), orNull: false };
}

/** Several constants of one type are one shape. */
function oneOf(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (shapes.some(({ type }) => type !== first?.type)) throw new Error(`Not to be written: ${JSON.stringify(shapes)}`);
  if (shapes.every((one) => 'const' in one)) return { type: first?.type, enum: shapes.map((one) => one.const) };
  return { type: first?.type, items: {} };
}

const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number';

/** Words that stand in JSON as they are. */
const isPlain = (word: unknown): boolean => typeof word === 'string' && /^[\w .-]*$/.test(word);

function kindOf(shape: Shape): Manner['of'] {
  const words = 'const' in shape ? [shape.const] : shape.enum;
  if (isNumber(shape)) return words || shape.type === 'integer' ? 'integer' : 'number';
  if (shape.type === 'boolean') return 'boolean';
  if (shape.type === 'string') {
    if (words?.every(isPlain)) return 'word';
    return shape.format === 'date-time' ? 'instant' : 'text';
  }
  const of = shape.items;
  return shape.type === 'array' && of && (isNumber(of) || of.type === 'string') ? 'list' : 'json';
}
