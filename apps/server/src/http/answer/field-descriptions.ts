import type { Field, Fields, NamedRecord } from '@darkroom/contract/field-tables/field';
import { RECORD_SHAPES } from '@darkroom/contract/field-tables/shapes';
import { z } from 'zod';
import { getTranslate } from '../../translate.ts';

/**
 * Adds the description from the record's field table to each field in the API documentation. The description has the
 * words of the screens (decision 099).
 */
export function describeRecords(): void {
  for (const [, { shape }, fields] of RECORD_SHAPES) describeFields(shape, fields);
}

function describeFields(shape: z.ZodObject['shape'], fields: Fields): void {
  for (const [name, field] of Object.entries(fields)) {
    const schema = shape[name] as z.ZodType;
    z.globalRegistry.add(schema, { ...schema.meta(), description: getDescription(name, field, schema) });
    const innerObject = field.kind === 'list' && field.fields ? findObject(schema) : undefined;
    if (innerObject && field.kind === 'list' && field.fields) describeFields(innerObject.shape, field.fields);
  }
}

/** Finds the record in a field, inside its wrappers. */
function findObject(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return findObject(schema.element as z.ZodType);
  return schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly
    ? findObject(schema.unwrap() as z.ZodType)
    : undefined;
}

/** Returns the description of a field, such as "Editor: ID of an account." */
export function getDescription(name: string, field: Field, schema: z.ZodType): string {
  const labelKey = field.kind === 'key' || (field.kind === 'list' && !field.word) ? null : (field.word ?? name);
  const content = `${describeContent(name, field, findObject(schema) !== undefined)}${field.secret ? '; omitted without permission' : ''}.`;
  if (labelKey === null) return content.charAt(0).toUpperCase() + content.slice(1);
  return `${getTranslate('en')(`field:${labelKey}`)}: ${content}`;
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

function describeContent(name: string, field: Field, isShort: boolean): string {
  switch (field.kind) {
    case 'text':
      return 'single-line text';
    case 'notes':
      return 'multi-line text';
    case 'link':
      return 'URL, http or https';
    case 'day':
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
      return isShort ? `short form of ${RECORDS[field.of]}` : `ID of ${RECORDS[field.of]}`;
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
