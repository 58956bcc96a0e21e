import { allEndpoints } from '@darkroom/contract/endpoints';
import { canViewWholesale } from '@darkroom/contract/portal/portal';
import { HISTORIES, getHistory, type HistoryEntity } from '@darkroom/contract/history';
import type { FieldDefinition } from '@darkroom/contract/field-tables/field';
import { HISTORY_FIELDS } from '@darkroom/contract/field-tables/histories';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { TRANSITIONS } from '@darkroom/domain/task/transitions';
import { describe, expect, it } from 'vitest';

const ofCalls = allEndpoints.flatMap(({ access }) => ('codes' in access ? access.codes : []));
/** Codes that decide about a record's history and its secret fields. */
const ofRecords = (Object.keys(HISTORIES) as HistoryEntity[]).flatMap((entity) => {
  const secrets = Object.values<FieldDefinition>(HISTORY_FIELDS[entity]).flatMap(({ secret }) => secret ?? []);
  return [getHistory(entity).access, ...secrets].flatMap((access) => ('codes' in access ? access.codes : []));
});
/** Codes for fields of the portal that only a customer 0 sees. */
const ofPortal = [canViewWholesale].flatMap((access) => ('codes' in access ? access.codes : []));
const ofSteps = Object.values(TRANSITIONS).flatMap(({ who }) => who.flatMap(({ code }) => code ?? []));
/** Codes of `stream_qc` and `stream_editor_for_self`. `do_any_task` represents all others. */
const ofStreams = [...Object.values(EDITOR_CODE), ...Object.values(QC_CODE)];

describe('permission codes', () => {
  it('each permission code opens at least one endpoint or one step of a task', () => {
    const open = new Set<string>([...ofCalls, ...ofRecords, ...ofPortal, ...ofSteps, ...ofStreams]);
    expect(PERMISSION_CODES.filter((code) => !open.has(code))).toEqual([]);
  });
});
