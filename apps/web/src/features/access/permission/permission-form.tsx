import { permissionEndpoints, permissionRow, type PermissionRow } from '@darkroom/contract/user/group';
import { PERMISSION } from '@darkroom/contract/field-tables/staff';
import { useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { patchCachedRow } from '../../../lib/api/cached-list.ts';

interface PermissionValues {
  codename: string;
  description: string;
}

/** Prefix of every code. Users type only the rest. */
const PREFIX = 'npn_';

const valuesOf = ({ codename, description }: PermissionRow): PermissionValues => ({
  codename: codename.slice(PREFIX.length),
  description,
});

function PermissionFields({ builtIn }: { builtIn: boolean }) {
  const { t } = useTranslation('permission');
  return (
    <>
      <Field
        name="codename"
        extra={t(builtIn ? 'builtInName' : 'prefix')}
        normalize={(typed: string) => typed.replace(/^\s*npn_/, '')}
        toCallValue={(rest) => PREFIX + String(rest)}
      >
        <Input prefix={PREFIX} autoComplete="off" autoFocus={!builtIn} disabled={builtIn} spellCheck={false} />
      </Field>
      <Field name="description" rows={4} autoFocus={builtIn} />
    </>
  );
}

/** Adds a permission of the bureau. */
export function PermissionAddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('permission');
  const announceAdded = useAnnounceAdded();
  const record = useNewRecord<typeof permissionEndpoints.create, PermissionValues>({
    endpoint: permissionEndpoints.create,
    initial: { codename: '', description: '' },
    inputOf: ({ codename, description }) => ({ codename: PREFIX + codename, description }),
    invalidates: ['permission'],
    failed: t('failed.add'),
    onDone: ({ id, codename }) => {
      const words = t('added', { name: codename });
      announceAdded({ list: 'permission', row: id, words, to: '/setting/permission', search: { form: id } });
      onClose();
    },
  });
  return (
    <RecordDrawer
      inAddress
      name="permission-add"
      record={record}
      fields={PERMISSION}
      title={t('add')}
      saveLabel={t('add')}
      onClose={onClose}
    >
      <PermissionFields builtIn={false} />
    </RecordDrawer>
  );
}

/** Changes the description of a permission. A permission of the bureau can also be renamed. */
export function PermissionEditForm({ row, onClose }: { row: PermissionRow; onClose: () => void }) {
  const { t } = useTranslation('permission');
  const words = useCodeTexts();
  const toast = useToast();
  const client = useQueryClient();
  const record = useRecordForm<typeof permissionEndpoints.update, PermissionRow, PermissionValues>({
    endpoint: permissionEndpoints.update,
    record: row,
    currentSchema: permissionRow,
    invalidates: ['permission', 'group'],
    valuesOf,
    inputOf: ({ id, version }, { codename, ...changed }) => ({
      id,
      version,
      ...changed,
      ...(codename === undefined ? {} : { codename: PREFIX + codename }),
    }),
    failed: t('failed.update'),
    onDone: (saved) => {
      patchCachedRow(client, permissionEndpoints.list, 'id', saved);
      toast.success(t('updated', { name: saved.codename }));
      onClose();
    },
  });
  const product = words.product(row.codename);
  return (
    <EditDrawer
      inAddress
      name="permission-edit"
      record={record}
      fields={PERMISSION}
      show={{ codename: (rest) => PREFIX + rest }}
      title={t(row.built_in ? 'describe' : 'edit', { name: row.codename })}
      onClose={onClose}
      historyRecord={{ entity: 'permission', id: row.id, name: row.codename }}
    >
      <PermissionFields builtIn={row.built_in} />
      {row.built_in && <p className="muted">{t('productWords', { words: product })}</p>}
    </EditDrawer>
  );
}
