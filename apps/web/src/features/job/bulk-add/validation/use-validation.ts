import { categoryEndpoints } from '@darkroom/contract/category';
import { customerTreeEndpoints } from '@darkroom/contract/customer/customer';
import { createOrderLists, type OrderLists } from '@darkroom/domain/order-sheet/lists';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { usePriorities } from '../../../../lib/session/lookups.ts';
import { query } from '../../../../lib/api/query.ts';
import type { OrderDraft } from '../draft.ts';
import { createDraftValidator, type DraftValidation, type ListSources } from './validation.ts';

/** Returns customers, catalogue and priority names to resolve names in. Null until loaded. */
export function useOrderLists() {
  const customers = useQuery(query(customerTreeEndpoints.list, {}));
  const categories = useQuery(query(categoryEndpoints.list, {}));
  const priorities = usePriorities();
  const sources = useMemo<ListSources | null>(
    () =>
      customers.data && categories.data && !priorities.isPending
        ? { customers: customers.data, categories: categories.data, priorities: priorities.labels }
        : null,
    [customers.data, categories.data, priorities],
  );
  const lists = useMemo<OrderLists | null>(
    () => sources && createOrderLists(sources.customers, sources.categories, sources.priorities),
    [sources],
  );
  const retry = () => void Promise.all([customers.refetch(), categories.refetch()]);
  return { sources, lists, failed: sources === null && (customers.isError || categories.isError), retry };
}

export interface ValidationState {
  /** Result of the validation. Null until the sheet is read. */
  readonly validation: DraftValidation | null;
  /** True when the shown rows match the draft. */
  readonly isUpToDate: boolean;
}

/** Validates the draft after every change of draft or lists, once the typed text is on the screen. */
export function useValidation(draft: OrderDraft, lists: OrderLists): ValidationState {
  const validate = useMemo(() => createDraftValidator(lists), [lists]);
  const deferredDraft = useDeferredValue<OrderDraft | null>(draft, null);
  const validation = useMemo(() => deferredDraft && validate(deferredDraft), [validate, deferredDraft]);
  return { validation, isUpToDate: validation?.draft === draft };
}
