import { COUNTED_BY } from '@darkroom/domain/price/period';
import { oneOf } from '../fields.ts';

/** What the days of a report's period are (decisions 057 and 151). */
export const countedBy = () => oneOf(COUNTED_BY).default('job_date');
