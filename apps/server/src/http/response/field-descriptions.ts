import type { FieldDefinition, Fields, NamedRecord } from '@darkroom/contract/field-tables/field';
import { FILTERS, type FilterField } from '@darkroom/contract/field-tables/filters';
import { RECORD_SHAPES } from '@darkroom/contract/field-tables/shapes';
import { z } from 'zod';
import { getTranslate } from '../../translate.ts';
import { SENTENCES } from './field-sentences.ts';

/** Schemas that already have their description. Record shapes share fields. */
const described = new Set<z.ZodType>();

/**
 * Adds the description from the record's field table to each field in the API documentation, in the words of the screens (decision 099).
 * The field's own sentence follows it.
 */
export function describeRecords(): void {
  for (const [, { shape }, fields] of RECORD_SHAPES) describeFields(shape, fields);
}

function describeFields(shape: z.ZodObject['shape'], fields: Fields): void {
  for (const [name, field] of Object.entries(fields)) {
    const schema = shape[name] as z.ZodType;
    if (described.has(schema)) continue;
    described.add(schema);
    z.globalRegistry.add(schema, { ...schema.meta(), description: describeField(name, field, schema) });
    const innerObject = field.kind === 'list' && field.fields ? findObject(schema) : undefined;
    if (innerObject && field.kind === 'list' && field.fields) describeFields(innerObject.shape, field.fields);
  }
}

/** The schema of a field without its wrappers. */
const unwrap = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly ? unwrap(schema.unwrap() as z.ZodType) : schema;

/** The record in a field, or in its list. */
function findObject(schema: z.ZodType): z.ZodObject | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return findObject(inner.element as z.ZodType);
  return inner instanceof z.ZodObject ? inner : undefined;
}

/** Form of a field that names records: ids or short forms, one or a list of them. */
interface Form {
  readonly isShort: boolean;
  readonly isList: boolean;
}

/** "Editor: ID of an account." */
function describeContentOf(name: string, field: FilterField, form: Form): string {
  const content = `${describeContent(name, field, form)}${field.secret ? '; omitted without permission' : ''}.`;
  const label = findLabel(name, field);
  return label ? `${label}: ${content}` : content.charAt(0).toUpperCase() + content.slice(1);
}

/** The field's label on the screens. Undefined for a field that no screen names. */
function findLabel(name: string, field: FieldDefinition): string | undefined {
  if (field.kind === 'key' || (field.kind === 'list' && !field.word)) return undefined;
  const word = field.word ?? name;
  const key = word.includes(':') ? word : `field:${word}`;
  const label = getTranslate('en')(key);
  return label === key ? undefined : label;
}

/** Field kinds for which a description of the content adds nothing to the field's own sentence. */
const PLAIN_KINDS: readonly FieldDefinition['kind'][] = ['key', 'flag', 'count', 'number', 'text', 'list'];

/** Label, content and own sentence of a field in a record shape. */
function describeField(name: string, field: FieldDefinition, schema: z.ZodType): string {
  const sentence = schema.description;
  const form = { isShort: findObject(schema) !== undefined, isList: unwrap(schema) instanceof z.ZodArray };
  if (!sentence) return describeContentOf(name, field, form);
  if (!PLAIN_KINDS.includes(field.kind) || field.secret) return `${describeContentOf(name, field, form)} ${sentence}`;
  const label = findLabel(name, field);
  return label ? `${label}. ${sentence}` : sentence;
}

/** Text of the tables for a field that is in no record shape. Undefined for a name with several meanings. */
function findTableText(name: string, form: Form): string | undefined {
  const tables: readonly Readonly<Record<string, FilterField>>[] = Object.hasOwn(FILTERS, name)
    ? [FILTERS]
    : RECORD_SHAPES.map(([, , fields]) => fields);
  const texts = tables.flatMap(({ [name]: field }) =>
    field && field.kind !== 'key' && field.kind !== 'list' ? [describeContentOf(name, field, form)] : [],
  );
  return new Set(texts).size === 1 ? texts[0] : undefined;
}

interface Property {
  readonly type?: unknown;
  readonly items?: { readonly type?: unknown };
  description?: string;
}

/** Gives each property of a JSON Schema without a description the sentence of its name. */
export function describeProperties(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const inner of Object.values(part)) describeProperties(inner);
  const { properties } = part as { properties?: Record<string, Property> };
  for (const [name, property] of Object.entries(properties ?? {})) {
    const form = { isShort: (property.items ?? property).type === 'object', isList: property.type === 'array' };
    const description = property.description ?? SENTENCES[name] ?? findTableText(name, form);
    if (description) property.description = description;
  }
}

const RECORDS: Readonly<Record<NamedRecord, string>> = {
  user: 'an account',
  cat1: 'a category 1',
  cat2: 'a category 2',
  service_type: 'a service type',
  cus0: 'a customer (Customer ID 0)',
  cus1: 'a customer (Customer ID 1)',
  cus2: 'a customer (Customer ID 2)',
  group: 'a group',
  team: 'a team',
};

function describeContent(name: string, field: FilterField, { isShort, isList }: Form): string {
  switch (field.kind) {
    case 'text':
      return 'single-line text';
    case 'notes':
      return 'multi-line text';
    case 'link':
      return 'URL, http or https';
    case 'day':
      if (field.as) return `${field.as === 'since' ? 'first' : 'last'} day of the period, inclusive, YYYY-MM-DD`;
      return 'date, YYYY-MM-DD, in Vietnam time (UTC+7)';
    case 'instant':
      return 'date and time, ISO 8601 in UTC';
    case 'number':
      return 'numeric ID';
    case 'count':
      return 'count';
    case 'minutes':
      return 'minutes';
    case 'money':
      return field.whole ? 'amount in đồng (VND)' : 'amount in the configured currency, at most 3 decimals';
    case 'flag':
      return 'true or false';
    case 'word':
      return 'one of the listed values';
    case 'status':
      return 'number of the task status';
    case 'priority':
      return 'priority key (metadata `JOB_TASK`)';
    case 'faults':
      return 'fault type keys (metadata `JOB_TASK`)';
    case 'record':
      if (isList) return `list of ${isShort ? 'short forms' : 'IDs'}, each of ${RECORDS[field.of]}`;
      return `${isShort ? 'short form' : 'ID'} of ${RECORDS[field.of]}`;
    case 'list':
      return 'nested records';
    case 'key':
      return name === 'version' ? 'version for optimistic locking: send the version you read' : 'key of the record';
    default: {
      const never: never = field;
      return never;
    }
  }
}
