import { BANDS, PLACES, type Turn } from '@darkroom/domain/floor/bands';
import { sql, type RawBuilder } from 'kysely';

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
