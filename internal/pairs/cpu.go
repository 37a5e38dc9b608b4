package pairs

import (
	"fmt"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// CPU names the processor by its brand, and by family and model where it has
// them: a hypervisor gives one brand to several.
func CPU() string {
	cpu := strings.TrimSpace(cpuid.CPU.BrandName)
	if cpuid.CPU.Family > 0 {
		cpu += fmt.Sprintf(" (family %d, model %d)", cpuid.CPU.Family, cpuid.CPU.Model)
	}
	return cpu
}
