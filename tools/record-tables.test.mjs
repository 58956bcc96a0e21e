import { describe, expect, it } from 'vitest';
import { member } from '@darkroom/contract/staff';
import { CUSTOMER_WRITTEN } from '@darkroom/contract/records/customer';
import { secretFields } from '@darkroom/contract/records/field';
import { FIELDS_OF } from '@darkroom/contract/records/histories';
import { JOB_SAID } from '@darkroom/contract/records/job';
import { SHAPES } from '@darkroom/contract/record-shapes';
import { STAFF } from '@darkroom/contract/records/staff';
import { TASK_SAID } from '@darkroom/contract/records/task';
import { readLanguage } from './locale-parity.mjs';
import { at } from './root.mjs';

const [wholeMember, openMember] = member.options;

describe('a record’s table', () => {
  it.each(SHAPES)('has every field that a %s has on the wire, and no other', (_noun, schema, fields) => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('says which fields of a member are left out for who may not see them', () => {
    const left = Object.keys(wholeMember.shape).filter((field) => !(field in openMember.shape));
    expect(secretFields(STAFF).toSorted()).toEqual(left.toSorted());
  });
});

const TABLES = [
  ...SHAPES.map(([, , fields]) => fields),
  ...Object.values(FIELDS_OF),
  CUSTOMER_WRITTEN,
  JOB_SAID,
  TASK_SAID,
];
const rows = TABLES.flatMap((fields) => Object.entries(fields));
/** The record's own keys and records within it are called nothing. */
const named = rows.filter(([, { kind, word }]) => kind !== 'key' && (kind !== 'list' || word !== undefined));
const words = new Set(named.map(([name, { word = name }]) => word));

describe.each(['vi', 'en'])('in %s', (language) => {
  const dictionaries = readLanguage(at(`apps/web/public/locales/${language}`));
  const has = (key) => {
    const [dictionary, ...path] = key.split(':');
    return path.join(':') in (dictionaries[dictionary] ?? {});
  };

  it('every field has its word', () => {
    expect([...words].filter((word) => !has(`field:${word}`))).toEqual([]);
  });

  it('the dictionary of fields has the words of the tables, and no other', () => {
    expect(Object.keys(dictionaries.field).filter((word) => !words.has(word))).toEqual([]);
  });

  it('every value of a field of words has its word', () => {
    const values = SHAPES.flatMap(([, { shape }, fields]) =>
      Object.entries(fields).flatMap(([name, field]) => {
        if (!('words' in field)) return [];
        const all = field.kind === 'flag' ? [true, false] : (optionsOf(shape[name]) ?? []);
        return all.map((value) => `${field.words}.${value}`);
      }),
    );
    expect(values.length).toBeGreaterThan(40);
    expect(values.filter((key) => !has(key))).toEqual([]);
  });
});

/** The values of a closed list, whatever it is wrapped in. */
function optionsOf(schema) {
  if (schema.options) return schema.options;
  const inner = schema.element ?? schema.unwrap?.();
  return inner ? optionsOf(inner) : undefined;
}
