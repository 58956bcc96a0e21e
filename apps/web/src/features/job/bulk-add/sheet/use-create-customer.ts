import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import { foldName, tidyLine } from '@darkroom/domain/text/fold';
import { useMemo } from 'react';
import { useApiMutation } from '../../../../lib/call/query.ts';
import { useCan } from '../../../../lib/session/session.ts';
import type { ListSources } from '../validation/validation.ts';
import type { ShownRow } from '../validation/validation.ts';

/** A customer 2 that can be added, with its customer 1. */
export interface NewCustomer {
  readonly name: string;
  readonly cus_id0: number;
  readonly cus_id1: number;
  readonly cus1_name: string;
}

export interface CreateCustomer {
  /** New customer 2 of a row with an unknown name. Null if its customer 1 is unknown or the name is invalid. */
  readonly offer: (row: ShownRow) => NewCustomer | null;
  readonly create: (customer: NewCustomer) => void;
}

const LONGEST = 100;

/**
 * Adds a row's customer 2 under its customer 1, so that every row with the name becomes valid. Null without the permission to add
 * customers.
 */
export function useCreateCustomer({ customers }: ListSources): CreateCustomer | null {
  const may = useCan();
  const { mutate } = useApiMutation(customerEndpoints.detailAdd, { invalidates: ['customer'] });
  const mayAdd = may(customerEndpoints.detailAdd.access);
  return useMemo(() => {
    if (!mayAdd) return null;
    const cus0 = new Map(customers.cus0_list.map(({ id, name }) => [id, foldName(name)]));
    return {
      offer: ({ sheet: { cells }, problems }) => {
        const unknown = problems.some(({ field, code }) => field === 'customer2' && code === 'unknown');
        const [above, own, name] = [cells.customer0, cells.customer1, cells.customer2].map((cell) =>
          tidyLine(cellText(cell)),
        );
        if (!unknown || !own || !name || name.length > LONGEST) return null;
        const fits = customers.cus1_list.filter(
          (one) => foldName(one.name) === foldName(own) && (!above || cus0.get(one.cus_id0) === foldName(above)),
        );
        const [only, second] = fits;
        return only && !second ? { name, cus_id0: only.cus_id0, cus_id1: only.id, cus1_name: only.name } : null;
      },
      create: ({ name, cus_id0, cus_id1 }) => mutate({ cus_id0, cus_id1, cus2_names: [name] }),
    };
  }, [mayAdd, customers, mutate]);
}
