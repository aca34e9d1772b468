import type { FC } from 'react'
import type { SVGIconProps } from './svgIconProps'
export declare const AddIcon: FC<SVGIconProps>
export declare const AlignLeftIcon: FC<SVGIconProps>
export declare const ApplicationsIcon: FC<SVGIconProps>
export declare const ArrowDownIcon: FC<SVGIconProps>
export declare const ArrowLeftIcon: FC<SVGIconProps>
export declare const ArrowRightIcon: FC<SVGIconProps>
export declare const ArrowUpIcon: FC<SVGIconProps>
export declare const BookmarkIcon: FC<SVGIconProps>
export declare const BoxIcon: FC<SVGIconProps>
export declare const CaretDownIcon: FC<SVGIconProps>
export declare const CaretRightIcon: FC<SVGIconProps>
export declare const ChevronDownIcon: FC<SVGIconProps>
export declare const ChevronLeftIcon: FC<SVGIconProps>
export declare const ChevronRightIcon: FC<SVGIconProps>
export declare const ChevronUpIcon: FC<SVGIconProps>
export declare const ClipboardIcon: FC<SVGIconProps>
export declare const CloudIcon: FC<SVGIconProps>
export declare const CogIcon: FC<SVGIconProps>
export declare const ColumnLayoutIcon: FC<SVGIconProps>
export declare const ComparisonIcon: FC<SVGIconProps>
export declare const CrossIcon: FC<SVGIconProps>
export declare const CubeIcon: FC<SVGIconProps>
export declare const DatabaseIcon: FC<SVGIconProps>
export declare const DesktopIcon: FC<SVGIconProps>
export declare const DocumentIcon: FC<SVGIconProps>
export declare const DoubleCaretVerticalIcon: FC<SVGIconProps>
export declare const DownloadIcon: FC<SVGIconProps>
export declare const DuplicateIcon: FC<SVGIconProps>
export declare const EditIcon: FC<SVGIconProps>
export declare const EnvelopeIcon: FC<SVGIconProps>
export declare const ErrorIcon: FC<SVGIconProps>
export declare const ExportIcon: FC<SVGIconProps>
export declare const EyeOffIcon: FC<SVGIconProps>
export declare const EyeOpenIcon: FC<SVGIconProps>
export declare const FilterIcon: FC<SVGIconProps>
export declare const GlobeIcon: FC<SVGIconProps>
export declare const GridViewIcon: FC<SVGIconProps>
export declare const HelpIcon: FC<SVGIconProps>
export declare const HistoryIcon: FC<SVGIconProps>
export declare const InfoSignIcon: FC<SVGIconProps>
export declare const KeyIcon: FC<SVGIconProps>
export declare const KeyCommandIcon: FC<SVGIconProps>
export declare const KeyControlIcon: FC<SVGIconProps>
export declare const KeyDeleteIcon: FC<SVGIconProps>
export declare const KeyEnterIcon: FC<SVGIconProps>
export declare const KeyOptionIcon: FC<SVGIconProps>
export declare const KeyShiftIcon: FC<SVGIconProps>
export declare const LayersIcon: FC<SVGIconProps>
export declare const LinkIcon: FC<SVGIconProps>
export declare const ListColumnsIcon: FC<SVGIconProps>
export declare const LockIcon: FC<SVGIconProps>
export declare const LogOutIcon: FC<SVGIconProps>
export declare const ManualIcon: FC<SVGIconProps>
export declare const MaximizeIcon: FC<SVGIconProps>
export declare const MenuIcon: FC<SVGIconProps>
export declare const MinimizeIcon: FC<SVGIconProps>
export declare const MinusIcon: FC<SVGIconProps>
export declare const MoreIcon: FC<SVGIconProps>
export declare const NotificationsIcon: FC<SVGIconProps>
export declare const NotificationsSnoozeIcon: FC<SVGIconProps>
export declare const PanelStatsIcon: FC<SVGIconProps>
export declare const PauseIcon: FC<SVGIconProps>
export declare const PeopleIcon: FC<SVGIconProps>
export declare const PersonIcon: FC<SVGIconProps>
export declare const PinIcon: FC<SVGIconProps>
export declare const PlayIcon: FC<SVGIconProps>
export declare const PlusIcon: FC<SVGIconProps>
export declare const PulseIcon: FC<SVGIconProps>
export declare const RefreshIcon: FC<SVGIconProps>
export declare const SearchIcon: FC<SVGIconProps>
export declare const SettingsIcon: FC<SVGIconProps>
export declare const ShopIcon: FC<SVGIconProps>
export declare const ShoppingCartIcon: FC<SVGIconProps>
export declare const SmallCrossIcon: FC<SVGIconProps>
export declare const SmallMinusIcon: FC<SVGIconProps>
export declare const SmallTickIcon: FC<SVGIconProps>
export declare const SortAscIcon: FC<SVGIconProps>
export declare const SortDescIcon: FC<SVGIconProps>
export declare const StarIcon: FC<SVGIconProps>
export declare const StarEmptyIcon: FC<SVGIconProps>
export declare const TickIcon: FC<SVGIconProps>
export declare const TimeIcon: FC<SVGIconProps>
export declare const TrashIcon: FC<SVGIconProps>
export declare const UnpinIcon: FC<SVGIconProps>
export declare const UserIcon: FC<SVGIconProps>
export declare const WarningSignIcon: FC<SVGIconProps>
export declare const ZoomInIcon: FC<SVGIconProps>
export declare const Add: typeof AddIcon
export declare const AlignLeft: typeof AlignLeftIcon
export declare const Applications: typeof ApplicationsIcon
export declare const ArrowDown: typeof ArrowDownIcon
export declare const ArrowLeft: typeof ArrowLeftIcon
export declare const ArrowRight: typeof ArrowRightIcon
export declare const ArrowUp: typeof ArrowUpIcon
export declare const Bookmark: typeof BookmarkIcon
export declare const Box: typeof BoxIcon
export declare const CaretDown: typeof CaretDownIcon
export declare const CaretRight: typeof CaretRightIcon
export declare const ChevronDown: typeof ChevronDownIcon
export declare const ChevronLeft: typeof ChevronLeftIcon
export declare const ChevronRight: typeof ChevronRightIcon
export declare const ChevronUp: typeof ChevronUpIcon
export declare const Clipboard: typeof ClipboardIcon
export declare const Cloud: typeof CloudIcon
export declare const Cog: typeof CogIcon
export declare const ColumnLayout: typeof ColumnLayoutIcon
export declare const Comparison: typeof ComparisonIcon
export declare const Cross: typeof CrossIcon
export declare const Cube: typeof CubeIcon
export declare const Database: typeof DatabaseIcon
export declare const Desktop: typeof DesktopIcon
export declare const Document: typeof DocumentIcon
export declare const DoubleCaretVertical: typeof DoubleCaretVerticalIcon
export declare const Download: typeof DownloadIcon
export declare const Duplicate: typeof DuplicateIcon
export declare const Edit: typeof EditIcon
export declare const Envelope: typeof EnvelopeIcon
export declare const Error: typeof ErrorIcon
export declare const Export: typeof ExportIcon
export declare const EyeOff: typeof EyeOffIcon
export declare const EyeOpen: typeof EyeOpenIcon
export declare const Filter: typeof FilterIcon
export declare const Globe: typeof GlobeIcon
export declare const GridView: typeof GridViewIcon
export declare const Help: typeof HelpIcon
export declare const History: typeof HistoryIcon
export declare const InfoSign: typeof InfoSignIcon
export declare const Key: typeof KeyIcon
export declare const KeyCommand: typeof KeyCommandIcon
export declare const KeyControl: typeof KeyControlIcon
export declare const KeyDelete: typeof KeyDeleteIcon
export declare const KeyEnter: typeof KeyEnterIcon
export declare const KeyOption: typeof KeyOptionIcon
export declare const KeyShift: typeof KeyShiftIcon
export declare const Layers: typeof LayersIcon
export declare const Link: typeof LinkIcon
export declare const ListColumns: typeof ListColumnsIcon
export declare const Lock: typeof LockIcon
export declare const LogOut: typeof LogOutIcon
export declare const Manual: typeof ManualIcon
export declare const Maximize: typeof MaximizeIcon
export declare const Menu: typeof MenuIcon
export declare const Minimize: typeof MinimizeIcon
export declare const Minus: typeof MinusIcon
export declare const More: typeof MoreIcon
export declare const Notifications: typeof NotificationsIcon
export declare const NotificationsSnooze: typeof NotificationsSnoozeIcon
export declare const PanelStats: typeof PanelStatsIcon
export declare const Pause: typeof PauseIcon
export declare const People: typeof PeopleIcon
export declare const Person: typeof PersonIcon
export declare const Pin: typeof PinIcon
export declare const Play: typeof PlayIcon
export declare const Plus: typeof PlusIcon
export declare const Pulse: typeof PulseIcon
export declare const Refresh: typeof RefreshIcon
export declare const Search: typeof SearchIcon
export declare const Settings: typeof SettingsIcon
export declare const Shop: typeof ShopIcon
export declare const ShoppingCart: typeof ShoppingCartIcon
export declare const SmallCross: typeof SmallCrossIcon
export declare const SmallMinus: typeof SmallMinusIcon
export declare const SmallTick: typeof SmallTickIcon
export declare const SortAsc: typeof SortAscIcon
export declare const SortDesc: typeof SortDescIcon
export declare const Star: typeof StarIcon
export declare const StarEmpty: typeof StarEmptyIcon
export declare const Tick: typeof TickIcon
export declare const Time: typeof TimeIcon
export declare const Trash: typeof TrashIcon
export declare const Unpin: typeof UnpinIcon
export declare const User: typeof UserIcon
export declare const WarningSign: typeof WarningSignIcon
export declare const ZoomIn: typeof ZoomInIcon
