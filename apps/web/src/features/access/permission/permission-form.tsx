import { permissionEndpoints, permissionRow, type PermissionRow } from '@darkroom/contract/permission';
import { PERMISSION } from '@darkroom/contract/records/group';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { useCodeWords } from '../../../lib/words/permission-words.ts';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { useSayAdded } from '../../../ui/data-table/added.ts';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { RecordHistory } from '../../../records/history/record-history.tsx';
import { StaleNotice } from '../../../ui/record-form/stale-notice.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { putPermission } from '../list-cache.ts';

interface PermissionValues {
  codename: string;
  description: string;
}

/** Every code begins so; people type the rest. */
const PREFIX = 'npn_';

const valuesOf = ({ codename, description }: PermissionRow): PermissionValues => ({
  codename: codename.slice(PREFIX.length),
  description,
});

function PermissionFields({ builtIn }: { builtIn: boolean }) {
  const { t } = useTranslation(['permission', 'errors', 'field']);
  return (
    <>
      <Form.Item
        name="codename"
        label={t('field:codename')}
        extra={t(builtIn ? 'builtInName' : 'prefix')}
        normalize={(typed: string) => typed.replace(/^\s*npn_/, '')}
        rules={[
          { required: true, whitespace: true },
          { pattern: /^[a-z0-9_]{1,60}$/, message: t('errors:field.not_a_codename') },
        ]}
      >
        <Input prefix={PREFIX} autoComplete="off" autoFocus={!builtIn} disabled={builtIn} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('field:description')}
        rules={[{ required: true, whitespace: true }, { max: 2000 }]}
      >
        <Input.TextArea rows={4} autoFocus={builtIn} />
      </Form.Item>
    </>
  );
}

const FORM = { layout: 'vertical', scrollToFirstError: { block: 'nearest', focus: true } } as const;

/** Adds a permission of the bureau's own. */
export function PermissionAddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['permission', 'errors']);
  const toast = useToast();
  const sayAdded = useSayAdded();
  const [form] = Form.useForm<PermissionValues>();
  const add = useApiMutation(permissionEndpoints.create, {
    invalidates: ['permission'],
    onSuccess: ({ id, codename }) => {
      const words = t('added', { name: codename });
      sayAdded({ list: 'permission', row: id, words, to: '/setting/permission', search: { form: id } });
      onClose();
    },
    onError: (error) => {
      if (applyFormErrors(form, error, t)) return true;
      if (error.status !== 401) toast.error(`${t('failed.add')} ${messageOf(error, t)}`);
      return true;
    },
  });
  return (
    <FormDrawer
      inAddress
      title={t('add')}
      formId="permission-add"
      saveLabel={t('add')}
      saving={add.isPending}
      isTouched={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form<PermissionValues>
        {...FORM}
        name="permission-add"
        form={form}
        initialValues={{ codename: '', description: '' }}
        onFinish={({ codename, description }) => add.mutate({ codename: PREFIX + codename, description })}
      >
        <PermissionFields builtIn={false} />
      </Form>
    </FormDrawer>
  );
}

/** Describes a permission anew; one of the bureau's own can be renamed too. */
export function PermissionEditForm({ row, onClose }: { row: PermissionRow; onClose: () => void }) {
  const { t } = useTranslation(['permission', 'common']);
  const words = useCodeWords();
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
      putPermission(client, saved);
      toast.success(t('updated', { name: saved.codename }));
      onClose();
    },
  });
  const product = words.product(row.codename);
  return (
    <FormDrawer
      inAddress
      title={t(row.built_in ? 'describe' : 'edit', { name: row.codename })}
      formId="permission-edit"
      saveLabel={t('common:save')}
      saving={record.saving}
      isTouched={() => record.form.isFieldsTouched()}
      onClose={onClose}
      extra={<RecordHistory entity="permission" id={row.id} name={row.codename} />}
    >
      <StaleNotice record={record} fields={PERMISSION} show={{ codename: (rest) => PREFIX + rest }} />
      <Form<PermissionValues>
        {...FORM}
        name="permission-edit"
        form={record.form}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <PermissionFields builtIn={row.built_in} />
      </Form>
      {row.built_in && <p className="quiet">{t('productWords', { words: product })}</p>}
    </FormDrawer>
  );
}
