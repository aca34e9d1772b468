import { jsx as _jsx } from "react/jsx-runtime";
/*
 * Copyright 2024 Palantir Technologies, Inc. All rights reserved.
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
import * as React from "react";
import { IconSize } from "../iconTypes.js";
import { SVGIconContainer } from "../svgIconContainer.js";
/** Path data for the 16px grid; matches {@link generate-icon-paths.mjs} / `<Icon />` from core. */
const PATHS_16 = ["M0 3.06v9.88L4.94 8zM14.94 2H1.06L8 8.94zm-6.41 8.53c-.14.14-.32.22-.53.22s-.39-.08-.53-.22L6 9.06 1.06 14h13.88L10 9.06zM11.06 8 16 12.94V3.06z"];
export const EnvelopeIcon = React.forwardRef((props, ref) => {
    const paths = PATHS_16;
    return (_jsx(SVGIconContainer, { iconName: "envelope", ref: ref, ...props, children: paths.map((d, i) => (_jsx("path", { d: d, fillRule: "evenodd" }, i))) }));
});
EnvelopeIcon.displayName = `Blueprint6.Icon.EnvelopeIcon`;
/**
 * @deprecated Use {@link EnvelopeIcon} instead.
 */
export const Envelope = EnvelopeIcon;
export default EnvelopeIcon;
