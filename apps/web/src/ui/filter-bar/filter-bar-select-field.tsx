// Whole as Ant Design has it; a file of its own so that it can be fetched by itself (filter-bar-select.tsx).
import { Select } from 'antd';

export default Select;
