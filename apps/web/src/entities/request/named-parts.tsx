import type { RequestRow } from '@darkroom/contract/request/request';

interface NamedPartsProps {
  parts: RequestRow['job_details'];
  /** What kind of work a category is, in the words of whoever reads it. */
  category: (id: number) => string;
}

/** The parts of a job that a request is about, as they were ticked: number and kind of work; of one that is gone the number is left. */
export const NamedParts = ({ parts, category }: NamedPartsProps) =>
  parts.map(({ sub_prod_id, service_cat2_id }) => (
    <div key={sub_prod_id}>
      {sub_prod_id}
      {service_cat2_id !== null && ` · ${category(service_cat2_id)}`}
    </div>
  ));
