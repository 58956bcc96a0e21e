import type { FieldDefinition, Fields } from '@darkroom/contract/field-tables/field';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFieldTexts } from '../../lib/i18n/fields.ts';
import { useStaffNames } from '../../lib/i18n/staff-names.ts';
import { isSameValue } from './merge-versions.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Conflict, ConflictState } from './use-conflict.ts';

/** Texts of fields whose form value differs in kind from the record's. */
export type FieldFormatters<V extends object> = {
  readonly [Name in keyof V]?: (value: NonNullable<V[Name]>) => string;
};

/** Changes by others while the form of a record is open. */
export interface RecordNews {
  /** Message next to both versions that names the user who saved. If the versions do not show the change, the message describes it. */
  message: ReactNode;
  /** True if the record is deleted or not visible any more, so that it cannot be saved. */
  isGone: boolean;
}

interface RecordConflictProps<V extends object> {
  record: ConflictState<V> & { saving: boolean };
  /** The fields of the form in the record's table. */
  fields: Record<Extract<keyof V, string>, FieldDefinition>;
  show?: FieldFormatters<V> | undefined;
  /** Changes by others before saving. Together with both versions it names the user who saved. */
  news?: RecordNews | null;
}

/**
 * Shows both versions of a record that another user saved first, field by field.
 * A change outside this form leaves nothing to choose.
 */
export function RecordConflict<V extends object>({ record, news, ...words }: RecordConflictProps<V>) {
  const { conflict, saving, takeTheirs, reapply } = record;
  // A deleted record has no version to take.
  if (!conflict || news?.isGone) return news?.message;
  return <VersionsNotice {...words} {...{ conflict, saving, takeTheirs, reapply }} message={news?.message} />;
}

interface VersionsNoticeProps<V extends object> extends Pick<ConflictState<V>, 'takeTheirs' | 'reapply'> {
  conflict: Conflict<V>;
  fields: Fields;
  show?: FieldFormatters<V> | undefined;
  saving: boolean;
  message: ReactNode;
}

function VersionsNotice<V extends object>(props: VersionsNoticeProps<V>) {
  const { conflict, fields, show: formatters, saving, takeTheirs, reapply, message } = props;
  const { t } = useTranslation('record');
  const { label, show } = useFieldTexts(fields, useStaffNames(fields));
  const toText = <Name extends keyof V & string>(field: Name, value: V[Name] | undefined) =>
    (value && formatters?.[field]?.(value)) || show(field, value);
  const isOutsideForm = conflict.fields.length === 0;
  const unaffectedFields = conflict.onlyMine.map(label);
  const saveLabel = conflict.overwritten.length > 0 ? t('reapply') : t('saveBoth');
  return (
    <ConflictNotice
      saveAttempts={1}
      title={t('title')}
      versions={conflict.fields.map((field) => ({
        name: label(field),
        theirs: toText(field, conflict.theirs[field]),
        mine: conflict.isMine(field) ? toText(field, conflict.mine[field]) : t('untouched'),
        ...(conflict.isMine(field) && !isSameValue(conflict.mine[field], conflict.merged[field])
          ? { both: toText(field, conflict.merged[field]) }
          : {}),
      }))}
      hint={
        isOutsideForm
          ? t('nothingShown')
          : unaffectedFields.length > 0
            ? t('onlyMine', { fields: unaffectedFields.join(', ') })
            : undefined
      }
      theirs={isOutsideForm ? undefined : { words: t('takeTheirs'), go: takeTheirs }}
      mine={{ words: isOutsideForm ? t('saveAgain') : saveLabel, go: reapply, busy: saving }}
    >
      {message}
    </ConflictNotice>
  );
}
