import { BANDS, PLACES, statusesOf, type Band, type Turn } from '@darkroom/domain/floor/bands';
import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../../db/list/condition.ts';

/** The SQL twin of a turn (domain/floor/bands), of a task `t`. */
const TURN: Readonly<Record<Turn, string>> = {
  fault_of_first: 't.fault_stage is distinct from 2',
  fault_of_second: 't.fault_stage = 2',
  no_recheck: 't.rework_qc_1 is null',
  one_recheck: 't.rework_qc_1 is not null and t.rework_qc_2 is null',
  rechecked: 't.rework_qc_1 is not null and t.rework_qc_2 is not null',
};

const WHENS = PLACES.map(
  ({ band, statuses, turn }) =>
    `when t.status in (${statuses.join()})${turn ? ` and ${TURN[turn]}` : ''} then ${BANDS.indexOf(band)}`,
);

/** Where a task `t` stands on the floor, as the place of its band: the SQL twin of `bandOf`. */
export const bandPlace: RawBuilder<number> = sql.raw(`case ${WHENS.join(' ')} end`);

/** That a task `t` stands in a band; its statuses, which an index knows, are said once more by themselves. */
export const bandCondition = (band: Band): Condition =>
  sql`(t.status <> 9 and t.status in (${sql.raw(statusesOf(band).join())}) and ${bandPlace} = ${BANDS.indexOf(band)})`;
