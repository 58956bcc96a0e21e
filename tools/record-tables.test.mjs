import { describe, expect, it } from 'vitest';
import { cat1Record, cat2Record, serviceTypeRecord } from '@darkroom/contract/category';
import { customerRow } from '@darkroom/contract/customer';
import { groupRow } from '@darkroom/contract/group';
import { job, jobDetail } from '@darkroom/contract/job';
import { permissionEndpoints } from '@darkroom/contract/permission';
import { priceRow, reportLine } from '@darkroom/contract/price';
import { quoteRow } from '@darkroom/contract/quote';
import { redoRow } from '@darkroom/contract/redo';
import { requestRow } from '@darkroom/contract/request';
import { settingEndpoints } from '@darkroom/contract/setting';
import { member } from '@darkroom/contract/staff';
import { taskRow } from '@darkroom/contract/task';
import { team } from '@darkroom/contract/team';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/records/category';
import { CUSTOMER, CUSTOMER_DETAIL, CUSTOMER_WRITTEN } from '@darkroom/contract/records/customer';
import { secretFields } from '@darkroom/contract/records/field';
import { GROUP, PERMISSION } from '@darkroom/contract/records/group';
import { FIELDS_OF } from '@darkroom/contract/records/histories';
import { JOB, JOB_DETAIL } from '@darkroom/contract/records/job';
import { PRICE, REPORT_LINE } from '@darkroom/contract/records/price';
import { QUOTE } from '@darkroom/contract/records/quote';
import { REDO } from '@darkroom/contract/records/redo';
import { REQUEST } from '@darkroom/contract/records/request';
import { LOCK, X_TOGGLE } from '@darkroom/contract/records/setting';
import { STAFF } from '@darkroom/contract/records/staff';
import { TASK, TASK_SAID } from '@darkroom/contract/records/task';
import { TEAM } from '@darkroom/contract/records/team';
import { readLanguage } from './locale-parity.mjs';
import { at } from './root.mjs';

const [wholeMember, openMember] = member.options;
const permission = permissionEndpoints.list.output.shape.results.element;
const SHAPES = [
  ['task', taskRow, TASK],
  ['rework', redoRow, REDO],
  ['job', job, JOB],
  ['job detail', jobDetail, JOB_DETAIL],
  ['service type', serviceTypeRecord, SERVICE_TYPE],
  ['category 1', cat1Record, CAT1],
  ['category 2', cat2Record, CAT2],
  ['customer', customerRow, CUSTOMER],
  ['detail record', customerRow.shape.details, CUSTOMER_DETAIL],
  ['price', priceRow, PRICE],
  ['line of the price report', reportLine, REPORT_LINE],
  ['request', requestRow, REQUEST],
  ['quote', quoteRow, QUOTE],
  ['member', wholeMember, STAFF],
  ['team', team, TEAM],
  ['group', groupRow, GROUP],
  ['permission', permission, PERMISSION],
  ['x-toggle', settingEndpoints.xToggle.output, X_TOGGLE],
  ['lock', settingEndpoints.locks.output.shape.results.element, LOCK],
];

describe('a record’s table', () => {
  it.each(SHAPES)('has every field that a %s has on the wire, and no other', (_noun, schema, fields) => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('says which fields of a member are left out for who may not see them', () => {
    const left = Object.keys(wholeMember.shape).filter((field) => !(field in openMember.shape));
    expect(secretFields(STAFF).toSorted()).toEqual(left.toSorted());
  });
});

const TABLES = [...SHAPES.map(([, , fields]) => fields), ...Object.values(FIELDS_OF), CUSTOMER_WRITTEN, TASK_SAID];
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
