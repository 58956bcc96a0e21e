import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import { foldName, tidyLine } from '@darkroom/domain/text/fold';
import { useMemo } from 'react';
import { useApiMutation } from '../../../../lib/api/query.ts';
import { useCan } from '../../../../lib/session/session.ts';
import type { ListSources } from '../validation/validation.ts';
import type { OrderGridRow } from '../validation/validation.ts';

/** A customer 2 that can be added, with its customer 1. */
export interface NewCustomer {
  readonly name: string;
  readonly cus_id0: number;
  readonly cus_id1: number;
  readonly cus1_name: string;
}

export interface CustomerCreator {
  /** Finds the new customer 2 of a row with an unknown name. Null if its customer 1 is unknown or the name is invalid. */
  readonly findNewCustomer: (row: OrderGridRow) => NewCustomer | null;
  readonly create: (customer: NewCustomer) => void;
}

const MAX_NAME_LENGTH = 100;

/** Adds a row's customer 2 under its customer 1, so that every row with the name becomes valid. Null if the user has no permission. */
export function useCustomerCreator({ customers }: ListSources): CustomerCreator | null {
  const can = useCan();
  const { mutate } = useApiMutation(customerEndpoints.detailAdd, { invalidates: ['customer'] });
  const canAdd = can(customerEndpoints.detailAdd.access);
  return useMemo(() => {
    if (!canAdd) return null;
    const cus0 = new Map(customers.cus0_list.map(({ id, name }) => [id, foldName(name)]));
    return {
      findNewCustomer: ({ sheet: { cells }, problems }) => {
        const isUnknown = problems.some(({ field, code }) => field === 'customer2' && code === 'unknown');
        const [customer0Name, customer1Name, name] = [cells.customer0, cells.customer1, cells.customer2].map((cell) =>
          tidyLine(cellText(cell)),
        );
        if (!isUnknown || !customer1Name || !name || name.length > MAX_NAME_LENGTH) return null;
        const matches = customers.cus1_list.filter(
          (item) =>
            foldName(item.name) === foldName(customer1Name) &&
            (!customer0Name || cus0.get(item.cus_id0) === foldName(customer0Name)),
        );
        const [firstMatch, secondMatch] = matches;
        return firstMatch && !secondMatch
          ? { name, cus_id0: firstMatch.cus_id0, cus_id1: firstMatch.id, cus1_name: firstMatch.name }
          : null;
      },
      create: ({ name, cus_id0, cus_id1 }) => mutate({ cus_id0, cus_id1, cus2_names: [name] }),
    };
  }, [canAdd, customers, mutate]);
}
