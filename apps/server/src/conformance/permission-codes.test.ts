import { allEndpoints } from '@darkroom/contract/endpoints';
import { seesWholesale } from '@darkroom/contract/portal/portal';
import { HISTORIES, historyOf, type HistoryEntity } from '@darkroom/contract/history';
import type { Field } from '@darkroom/contract/field-tables/field';
import { FIELDS_OF } from '@darkroom/contract/field-tables/histories';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { TRANSITIONS } from '@darkroom/domain/task/transitions';
import { describe, expect, it } from 'vitest';

const ofCalls = allEndpoints.flatMap(({ access }) => ('codes' in access ? access.codes : []));
/** What a call tells of a record, and of its secret fields, is asked for code by code where the record is read. */
const ofRecords = (Object.keys(HISTORIES) as HistoryEntity[]).flatMap((entity) => {
  const secrets = Object.values<Field>(FIELDS_OF[entity]).flatMap(({ secret }) => secret ?? []);
  return [historyOf(entity).access, ...secrets].flatMap((one) => ('codes' in one ? one.codes : []));
});
/** What a call of the portal tells a customer 0 alone. */
const ofPortal = [seesWholesale].flatMap((access) => ('codes' in access ? access.codes : []));
const ofSteps = Object.values(TRANSITIONS).flatMap(({ who }) => who.flatMap(({ code }) => code ?? []));
/** A step's `stream_qc` and `stream_editor_for_self` are these codes; in anyone's place acts `do_any_task`. */
const ofStreams = [...Object.values(EDITOR_CODE), ...Object.values(QC_CODE)];

describe('a permission code', () => {
  it('opens at least one call or one step of a task, every one of them', () => {
    const open = new Set<string>([...ofCalls, ...ofRecords, ...ofPortal, ...ofSteps, ...ofStreams]);
    expect(PERMISSION_CODES.filter((code) => !open.has(code))).toEqual([]);
  });
});
