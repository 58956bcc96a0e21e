import { defaultBoard, FIRST_STATUS } from '@darkroom/domain/request/status';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { CustomerRequest } from '../../db/types.ts';
import { buildCus1 } from './customers.ts';
import { takeRunningNumber } from './running-number.ts';

type Fields = Partial<Omit<Insertable<CustomerRequest>, 'type'>> & { type?: Parameters<typeof defaultBoard>[0] };

/** Adds a customer's request, of a new customer unless one is given. By default it needs review (domain §3). */
export async function buildRequest(db: Database, fields: Fields = {}): Promise<Selectable<CustomerRequest>> {
  const cus_id1 = fields.cus_id1 ?? (await buildCus1(db)).id;
  const type = fields.type ?? 'FAULTS';
  return db
    .insertInto('customer_request')
    .values({
      board: defaultBoard(type),
      status: FIRST_STATUS,
      subject: `Request ${takeRunningNumber()}`,
      full_name: 'Ada Chan',
      ...fields,
      type,
      cus_id1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
