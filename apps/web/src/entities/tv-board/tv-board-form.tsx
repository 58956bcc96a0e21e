import type { OutputOf } from '@darkroom/contract/endpoint';
import { tvBoardEndpoints } from '@darkroom/contract/floor/tv-board';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { MomentField } from '../../ui/day-picker/moment-field.tsx';
import { toInstant, isCompleteMoment, type Moment } from '../../ui/day-picker/moment.ts';
import { useDayError } from '../../ui/day-picker/use-day-rule.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

export type CreatedLink = OutputOf<typeof tvBoardEndpoints.create>;

interface TvBoardValues {
  name: string;
  workstream: Workstream | '';
  names: boolean;
  ends_at?: Moment;
}

/** Form of a TV board link: its location, its content and its end date. */
export function TvBoardForm({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (createdLink: CreatedLink) => void;
}) {
  const { t } = useTranslation(['floor', 'errors', 'common']);
  const getDayError = useDayError();
  const [form] = Form.useForm<TvBoardValues>();
  const createLink = useApiMutation(tvBoardEndpoints.create, {
    invalidates: ['tv_board'],
    onSuccess: onCreated,
    form,
  });
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: createLink.isPending, back: onClose });
  const submit = ({ name, workstream, names, ends_at }: TvBoardValues) =>
    createLink.mutate({
      name,
      workstream: workstream === '' ? null : workstream,
      names,
      ends_at: ends_at ? toInstant(ends_at) : null,
    });
  return (
    <Modal
      open
      title={t('floor:links.create')}
      okText={t('floor:links.create')}
      cancelText={t('floor:links.cancel')}
      confirmLoading={createLink.isPending}
      scrollLock={false}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      <Form<TvBoardValues>
        form={form}
        name="tv_board"
        layout="vertical"
        requiredMark={false}
        disabled={createLink.isPending}
        initialValues={{ name: '', workstream: '', names: false }}
        onFinish={submit}
      >
        <Form.Item name="name" label={t('floor:links.name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={100} autoFocus autoComplete="off" />
        </Form.Item>
        <Form.Item name="workstream" label={t('floor:links.workstream')}>
          <Radio.Group
            options={[
              { value: '', label: t('floor:both') },
              ...WORKSTREAMS.map((workstreamOption) => ({ value: workstreamOption, label: workstreamOption })),
            ]}
          />
        </Form.Item>
        <Form.Item name="names" valuePropName="checked">
          <Checkbox>{t('floor:links.names')}</Checkbox>
        </Form.Item>
        <Form.Item
          name="ends_at"
          label={`${t('floor:links.ends')} (${t('common:optional')})`}
          rules={[
            {
              validator: (_rule, moment?: Moment) =>
                !moment || isCompleteMoment(moment)
                  ? Promise.resolve()
                  : Promise.reject(new Error(getDayError(moment.day) ?? t('errors:field.not_a_time'))),
            },
          ]}
        >
          <MomentField label={t('floor:links.ends')} />
        </Form.Item>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
