import type { Field, Fields } from '@darkroom/contract/field-tables/field';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFields } from '../../lib/words/fields.ts';
import { useStaffNames } from '../../lib/words/staff-names.ts';
import { same } from './both-versions.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Conflict, Contested } from './use-conflict.ts';

/** Texts of fields whose form value differs in kind from the record's. */
export type OwnWords<V extends object> = { readonly [Name in keyof V]?: (value: NonNullable<V[Name]>) => string };

/** Changes by others while the form of a record is open. */
export interface RecordNews {
  /** Next to both versions it names the user who saved. If the versions do not show the change, it also says what changed. */
  told: ReactNode;
  /** The record is deleted or not visible any more, so that it cannot be saved. */
  over: boolean;
}

interface RecordConflictProps<V extends object> {
  record: Contested<V> & { saving: boolean };
  /** The fields of the form in the record's table. */
  fields: Record<Extract<keyof V, string>, Field>;
  show?: OwnWords<V> | undefined;
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
  if (!conflict || news?.over) return news?.told;
  return <BothVersions {...words} {...{ conflict, saving, takeTheirs, reapply }} told={news?.told} />;
}

interface BothProps<V extends object> extends Pick<Contested<V>, 'takeTheirs' | 'reapply'> {
  conflict: Conflict<V>;
  fields: Fields;
  show?: OwnWords<V> | undefined;
  saving: boolean;
  told: ReactNode;
}

function BothVersions<V extends object>(props: BothProps<V>) {
  const { conflict, fields, show: own, saving, takeTheirs, reapply, told } = props;
  const { t } = useTranslation('record');
  const { label, show } = useFields(fields, useStaffNames(fields));
  const said = <Name extends keyof V & string>(field: Name, value: V[Name] | undefined) =>
    (value && own?.[field]?.(value)) || show(field, value);
  const isApart = conflict.fields.length === 0;
  const stays = conflict.onlyMine.map(label);
  const mine = conflict.overwritten.length > 0 ? t('reapply') : t('saveBoth');
  return (
    <ConflictNotice
      presses={1}
      title={t('title')}
      versions={conflict.fields.map((field) => ({
        name: label(field),
        theirs: said(field, conflict.theirs[field]),
        mine: conflict.isMine(field) ? said(field, conflict.mine[field]) : t('untouched'),
        ...(conflict.isMine(field) && !same(conflict.mine[field], conflict.merged[field])
          ? { both: said(field, conflict.merged[field]) }
          : {}),
      }))}
      hint={isApart ? t('nothingShown') : stays.length > 0 ? t('onlyMine', { fields: stays.join(', ') }) : undefined}
      theirs={isApart ? undefined : { words: t('takeTheirs'), go: takeTheirs }}
      mine={{ words: isApart ? t('saveAgain') : mine, go: reapply, busy: saving }}
    >
      {told}
    </ConflictNotice>
  );
}
