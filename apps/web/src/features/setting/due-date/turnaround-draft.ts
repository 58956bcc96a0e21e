import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { NO_PRIORITY, type Turnaround } from '@darkroom/domain/due-date/turnaround';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useCustomers, usePriorityLabel } from '../../../lib/session/lookups.ts';

/** A rule in the form. Null means any, as in the saved rule. A new rule has no hours yet. */
export type TurnaroundDraft = Omit<Turnaround, 'hours'> & { hours?: number | string | null };

/** Returns the options for the scope of a rule. Null means any. */
export function useTurnaroundChoices() {
  const { t } = useTranslation(['setting', 'status']);
  const { cus1, cus0ById } = useCustomers();
  const { cat1, serviceTypeById } = useCategories();
  const priority = usePriorityLabel();
  return {
    customers: cus1.map(({ id, name, cus_id0 }) => ({
      value: id,
      label: [cus0ById.get(cus_id0)?.name, name].filter(Boolean).join(' › '),
    })),
    categories: cat1.map(({ id, name, service_type_id }) => ({
      value: id,
      label: [serviceTypeById.get(service_type_id)?.name, name].filter(Boolean).join(' › '),
    })),
    priorities: [
      { value: NO_PRIORITY, label: t('status:priority.none') },
      ...JOB_PRIORITIES.map((value) => ({ value, label: priority(value) })),
    ],
  };
}
