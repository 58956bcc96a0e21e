import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { getMetadataAccess, isBureauSetting, metadataShape, settingEndpoints } from '@darkroom/contract/setting';
import { Button, Form } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useToast } from '../../../lib/toast.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useConflict } from '../../../ui/conflict/use-conflict.ts';
import { FormFields } from '../../../ui/record-form/field.tsx';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import css from './metadata.module.css';
import { metadataSearch } from './metadata-search.ts';

export type MetadataRow = OutputOf<typeof settingEndpoints.metadata>['results'][number];

/** The form's only field is `value`, so that the server's `value.3.vi` is also the path in the form. */
interface MetadataValues {
  value: unknown;
}

interface MetadataFormProps<V> {
  data_type: 'JOB_TASK' | 'ALLOWANCE';
  row: MetadataRow;
  title: string;
  hint?: string;
  /** Prefix of the field ids, for a key that is edited in two tabs. */
  formName?: string;
  read: (value: unknown) => V;
  write?: (value: V) => unknown;
  /** Returns the text lines of a value, for two versions next to each other. */
  formatLines: (value: V) => readonly string[];
  children: ReactNode;
}

/** Kinds of the parts of a value that are neither text nor number. */
const PART_FIELDS = { date: { kind: 'day' }, required_from: { kind: 'day' } } as const;

const isOtherPage = (current: { pathname: string }, next: { pathname: string }) => current.pathname !== next.pathname;
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Form of one metadata key with its own Save. Another user's change updates an unchanged form. For a changed form, saving shows both
 * versions (quality 8, 9).
 */
export function MetadataForm<V>(props: MetadataFormProps<V>) {
  const { row } = props;
  const [loadedRow, setLoadedRow] = useState(row);
  const [isChanged, setIsChanged] = useState(false);
  const [formKey, setFormKey] = useState(0);
  const section = useRef<HTMLElement>(null);
  const [{ at }] = useScreenSearch(metadataSearch);
  const isTarget = at === row.key;
  useEffect(() => {
    if (isTarget) section.current?.scrollIntoView();
  }, [isTarget]);
  const resetTo = (next: MetadataRow) => {
    setLoadedRow(next);
    setIsChanged(false);
    setFormKey(formKey + 1);
  };
  if (row.version > loadedRow.version && !isChanged) resetTo(row);
  return (
    <MetadataFields
      {...props}
      key={formKey}
      section={section}
      row={loadedRow}
      isChanged={isChanged}
      onChanged={setIsChanged}
      onStart={resetTo}
      onDiscard={() => resetTo(row.version > loadedRow.version ? row : loadedRow)}
    />
  );
}

interface MetadataFieldsProps<V> extends MetadataFormProps<V> {
  section: RefObject<HTMLElement | null>;
  isChanged: boolean;
  onChanged: (isChanged: boolean) => void;
  onStart: (from: MetadataRow) => void;
  onDiscard: () => void;
}

function MetadataFields<V>(props: MetadataFieldsProps<V>) {
  const { data_type, row, title, hint, read, write = (value) => value, formatLines, children } = props;
  const { section, formName, isChanged, onChanged, onStart, onDiscard } = props;
  const { t } = useTranslation(['setting', 'common', 'errors', 'record']);
  const toast = useToast();
  const canChange = useCan()(getMetadataAccess(data_type, row.key));
  const [form] = Form.useForm<MetadataValues>();
  const getFormValue = () => form.getFieldValue('value') as V;

  const save = useApiMutation(settingEndpoints.updateMetadata, {
    invalidates: ['setting'],
    onSuccess: (saved) => {
      onStart(saved);
      toast.success(t('metadata.saved', { what: title }));
    },
    onError: (error) => {
      const current = settingEndpoints.updateMetadata.output.safeParse(error.problem.current);
      if (error.problem.code === 'stale' && current.success) found(current.data);
      return current.success;
    },
    form,
  });
  const send = ({ version }: MetadataRow, value: V) =>
    save.mutate({
      data_type,
      key: row.key,
      version,
      value: write(value) as InputOf<typeof settingEndpoints.updateMetadata>['value'],
    });
  const {
    base,
    conflictState: contested,
    receiveNewer: found,
  } = useConflict<MetadataRow, { value: V }>({
    record: row,
    valuesOf: ({ value }) => ({ value: read(value) }),
    typedValues: () => ({ value: getFormValue() }),
    setValues: (values) => form.setFieldsValue(values),
    send: (currentRow, { value }) => send(currentRow, value),
  });
  const { conflict } = contested;
  const renderLines = (value: V, other: V) => <ValueLines lines={formatLines(value)} other={formatLines(other)} />;

  return (
    <section ref={section} className={css.section} aria-label={title}>
      <div className="row justify-between">
        <h2>{title}</h2>
        <RecordHistory entity="metadata" id={row.id} name={title} />
      </div>
      {hint && <p className="muted">{hint}</p>}
      {!canChange && isBureauSetting(row.key) && <p className="muted">{t('metadata.administrators')}</p>}
      {conflict && (
        <ConflictNotice
          saveAttempts={1}
          title={t('record:title')}
          versions={[
            {
              name: title,
              theirs: renderLines(conflict.theirs.value, conflict.mine.value),
              mine: renderLines(conflict.mine.value, conflict.theirs.value),
            },
          ]}
          theirs={{
            words: t('record:takeTheirs'),
            go: () => {
              contested.takeTheirs();
              onChanged(false);
            },
          }}
          mine={{ words: t('record:reapply'), go: contested.reapply, busy: save.isPending }}
        />
      )}
      <Form<MetadataValues>
        form={form}
        name={formName ?? row.key}
        layout="vertical"
        requiredMark={false}
        disabled={!canChange || save.isPending}
        initialValues={{ value: read(row.value) }}
        scrollToFirstError={{ block: 'nearest', focus: true }}
        validateTrigger="onSubmit"
        onValuesChange={() => onChanged(!isEqual(write(getFormValue()), write(read(base.value))))}
        onFinish={() => send(base, getFormValue())}
      >
        <FormFields
          fields={PART_FIELDS}
          call={{ input: z.object({ value: metadataShape(data_type, row.key) ?? z.json() }) }}
        >
          {children}
        </FormFields>
        <LeaveGuard active={isChanged} saving={save.isPending} loses={isOtherPage} />
        {canChange && (
          <div className="cluster mt-12">
            <Button type="primary" htmlType="submit" disabled={!isChanged} loading={save.isPending}>
              {t('common:save')}
            </Button>
            {isChanged && (
              <>
                <Button type="text" onClick={onDiscard}>
                  {t('metadata.discard')}
                </Button>
                <span className="muted">{t('metadata.unsaved')}</span>
              </>
            )}
          </div>
        )}
      </Form>
    </section>
  );
}

/** A value line by line. Lines that the other version does not have are bold. */
function ValueLines({ lines, other }: { lines: readonly string[]; other: readonly string[] }) {
  return (
    <ol>
      {lines.map((line) => (
        <li key={line}>{other.includes(line) ? line : <b>{line}</b>}</li>
      ))}
    </ol>
  );
}
