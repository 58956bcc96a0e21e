import type { AuditEntity } from '@darkroom/contract/audit';
import type { Fields } from '@darkroom/contract/field-tables/field';
import { AUDIT_FIELDS, toActionKeys } from '@darkroom/contract/field-tables/histories';
import type { ParseKeys } from 'i18next';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import { useFieldTexts } from '../../lib/i18n/fields.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useStaffNames } from '../../lib/i18n/staff-names.ts';

const getLastPart = (field: string) => field.slice(field.lastIndexOf('.') + 1);
/** Converts `density` to `Density`, for a part of a setting. */
const humanize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Returns the labels of a record's history in the page's language: actions, fields and values. */
export function useHistoryLabels(entity: AuditEntity) {
  const { t } = useTranslation(['history', 'task']);
  const fields: Fields = AUDIT_FIELDS[entity];
  const { label, show } = useFieldTexts(fields, useStaffNames(fields));
  const faults = useFaultKinds();
  const { day } = useFormat();

  const formatPart = (name: string): string => {
    if (fields[name]) return label(name);
    const kind = faults.label(name);
    if (kind !== name || /^\d+$/.test(name) || name.length <= 3) return kind;
    // The key of a month entry has its person and its day.
    return humanize(name).replace(/\d{4}-\d{2}-\d{2}$/, (iso) => day(iso));
  };

  return {
    /** Returns the label of an action, by the verb of its endpoint. */
    formatAction: (action: string): string => {
      const keys = toActionKeys(action) as ParseKeys<'history'>[];
      return t(keys, { defaultValue: t('verb.update') });
    },
    /** Returns the label of a field. Parts of a value have no `value` prefix. */
    label: (field: string): string => {
      const parts = field.split('.');
      return (parts.length > 1 && parts[0] === 'value' ? parts.slice(1) : parts).map(formatPart).join(' · ');
    },
    /** True if the values of the field are people. */
    isPerson: (field: string): boolean => {
      const definition = fields[field];
      return definition?.kind === 'record' && definition.of === 'user';
    },
    value: (field: string, of: unknown): string => show(getLastPart(field), of),
  };
}
