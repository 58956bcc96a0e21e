import type { AuditEntry } from '@darkroom/contract/audit';
import { AUDIT_FIELDS, toActionKeys } from '@darkroom/contract/field-tables/histories';
import type { Fields } from '@darkroom/contract/field-tables/field';
import { readAuditEntries, readAuditListing } from '../../audit/audit.service.ts';
import type { ExportedList, FilterOf } from '../exported-list.ts';
import { column, createLayout, type ExportCell, type FileLocale } from '../files/cells.ts';
import { formatFieldValue } from '../files/field-columns.ts';
import { pagedSourceForCaller } from '../source.ts';

interface Line {
  entry: AuditEntry;
  /** Null if the entry has no changed field. */
  change: AuditEntry['changes'][number] | null;
}

const getFields = ({ entity }: AuditEntry): Fields => (entity === null ? {} : AUDIT_FIELDS[entity]);

/** Formats an action. A refused call keeps its own name. */
const formatAction = ({ action, kind }: AuditEntry, { words }: FileLocale): string => {
  const key = kind === 'refused' ? undefined : toActionKeys(action).find((known) => words(known) !== known);
  return key === undefined ? action : words(key);
};

/** Formats a person of an entry. The names of customers are in the entry. */
const formatPerson = (id: number | null, { named }: AuditEntry, { names }: FileLocale): ExportCell =>
  id === null ? null : (named[id] ?? names.user(id));

/** Formats the name of a field, part by part: `value.transport.A`. */
const formatFieldName = ({ entry, change }: Line, { words }: FileLocale): ExportCell =>
  change &&
  change.field
    .split('.')
    .map((name) => {
      const key = `field:${getFields(entry)[name]?.word ?? name}`;
      return words(key) === key ? name : words(key);
    })
    .join(' · ');

const formatValue =
  (side: 'before' | 'after') =>
  ({ entry, change }: Line, locale: FileLocale) => {
    if (!change) return null;
    const field = getFields(entry)[change.field.slice(change.field.lastIndexOf('.') + 1)];
    return formatFieldValue(field ?? { kind: 'text' }, change[side], locale);
  };

const layout = createLayout<AuditEntry, Line>(
  [
    column('history:page.at', 'instant', 18, ({ entry }) => entry.at),
    column('history:page.actor', 'text', 18, ({ entry }, locale) => formatPerson(entry.actor, entry, locale)),
    column('history:page.subject', 'text', 18, ({ entry }, locale) => formatPerson(entry.subject, entry, locale)),
    column('history:page.kind', 'text', 16, ({ entry }, { words }) => words(`history:kind.${entry.kind}`)),
    column('history:page.action', 'text', 22, ({ entry }, locale) => formatAction(entry, locale)),
    column(
      'history:page.record',
      'text',
      18,
      ({ entry: { entity } }, { words }) => entity && words(`history:entity.${entity}`),
    ),
    column('history:page.recordName', 'text', 24, ({ entry }) => entry.record_name ?? entry.entity_id),
    column('history:page.field', 'text', 24, formatFieldName),
    column('history:page.before', 'text', 30, formatValue('before')),
    column('history:page.after', 'text', 30, formatValue('after')),
    column('history:page.note', 'text', 30, ({ entry }) => entry.note),
    column('history:page.token', 'text', 16, ({ entry }) => entry.token_name),
    column('history:page.address', 'text', 18, ({ entry }) => entry.address),
  ],
  (entry) => (entry.changes.length > 0 ? entry.changes : [null]).map((change) => ({ entry, change })),
);

/** The audit as a file, with the values that the caller can see. */
export const AUDIT: ExportedList<FilterOf<'export.audit'>, AuditEntry> = {
  name: 'audit',
  title: 'history:page.title',
  source: pagedSourceForCaller(readAuditListing, readAuditEntries),
  xlsx: layout,
  pdf: layout,
};
