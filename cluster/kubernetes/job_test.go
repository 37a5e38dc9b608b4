package kubernetes

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

// manifest decodes job.yaml; what the API's types do not have is an error.
func manifest(t *testing.T) (job batchv1.Job, claim corev1.PersistentVolumeClaim) {
	text, err := os.ReadFile("job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	documents := bytes.Split(text, []byte("\n---\n"))
	if len(documents) != 2 {
		t.Fatalf("%d documents; want a job and a claim", len(documents))
	}
	for i, into := range []any{&job, &claim} {
		if err := yaml.UnmarshalStrict(documents[i], into); err != nil {
			t.Fatal(err)
		}
	}
	return job, claim
}

// What the API server checks besides the types, and what the parts of the
// manifest say of each other.
func TestManifest(t *testing.T) {
	job, claim := manifest(t)
	spec, pod := job.Spec, job.Spec.Template.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || claim.APIVersion != "v1" || claim.Kind != "PersistentVolumeClaim" {
		t.Errorf("%s %s and %s %s", job.APIVersion, job.Kind, claim.APIVersion, claim.Kind)
	}
	if spec.CompletionMode == nil || *spec.CompletionMode != batchv1.IndexedCompletion {
		t.Error("not an Indexed Job")
	}
	// Both take restartPolicy Never and an Indexed Job.
	if spec.BackoffLimitPerIndex == nil || spec.PodFailurePolicy == nil || pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Error("no limit of retries per index, or no policy of failures, or a restartPolicy that excludes them")
	}
	c := pod.Containers[0]
	if name := spec.PodFailurePolicy.Rules[0].OnExitCodes.ContainerName; name == nil || *name != c.Name {
		t.Errorf("the policy is for container %v, which is called %s", name, c.Name)
	}
	if parts := environment(c)["PARTS"]; parts != strconv.Itoa(int(*spec.Completions)) {
		t.Errorf("PARTS is %s and completions %d", parts, *spec.Completions)
	}
	if pod.Volumes[0].PersistentVolumeClaim.ClaimName != claim.Name || c.VolumeMounts[0].Name != pod.Volumes[0].Name || c.VolumeMounts[0].MountPath != c.WorkingDir {
		t.Error("the container does not work in the claim's volume")
	}
	n, err := strconv.Atoi(environment(c)["DISKS"])
	if err != nil {
		t.Fatal(err)
	}
	if room, need := claim.Spec.Resources.Requests[corev1.ResourceStorage], resource.NewQuantity(1<<n, resource.BinarySI); room.Cmp(*need) < 0 {
		t.Errorf("the claim has %v for the %v of %d disks", &room, need, n)
	}
}

func environment(c corev1.Container) map[string]string {
	env := map[string]string{}
	for _, v := range c.Env {
		env[v.Name] = v.Value
	}
	return env
}

// The container's command as written makes all parts of the stream, of fewer
// disks: 20, or HANOI_DISKS. HANOI_PARTS is a folder to leave them in.
func TestCommand(t *testing.T) {
	disks := 20
	if s := os.Getenv("HANOI_DISKS"); s != "" {
		var err error
		if disks, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	job, _ := manifest(t)
	c := job.Spec.Template.Spec.Containers[0]
	folder := os.Getenv("HANOI_PARTS")
	if folder == "" {
		folder = t.TempDir()
	}
	program := build(t)
	env := environment(c)
	env["DISKS"] = strconv.Itoa(disks)
	for i := range int(*job.Spec.Completions) {
		env["JOB_COMPLETION_INDEX"] = strconv.Itoa(i) // the Job controller adds it
		words := append(append([]string{}, c.Command...), c.Args...)
		for j := range words {
			words[j] = expand(t, words[j], env)
		}
		if words[0] != "hanoigen" {
			t.Fatalf("the command is %q", words[0])
		}
		run := exec.Command(program, words[1:]...)
		run.Dir = folder
		if out, err := run.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%q: %v: %s", words, err, out)
		}
	}
	joined := sha256.New()
	for i := range int(*job.Spec.Completions) {
		part, err := os.Open(filepath.Join(folder, fmt.Sprintf("part.%d", i)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(joined, part); err != nil {
			t.Fatal(err)
		}
		part.Close()
	}
	// The recursion that everybody knows, packed.
	var whole []byte
	var move func(n, from, to int)
	move = func(n, from, to int) {
		if n > 0 {
			move(n-1, from, 3-from-to)
			whole = append(whole, byte((n-1)<<2|from))
			move(n-1, 3-from-to, to)
		}
	}
	move(disks, 0, 1+disks%2) // where the canonical solution leads
	if want := sha256.Sum256(whole); !bytes.Equal(joined.Sum(nil), want[:]) {
		t.Error("the parts are not the stream")
	}
}

// expand replaces $(NAME), as the kubelet does. One that is not known stays, and
// is an error here.
func expand(t *testing.T, s string, env map[string]string) string {
	return regexp.MustCompile(`\$\([^)]*\)`).ReplaceAllStringFunc(s, func(v string) string {
		value, ok := env[v[2:len(v)-1]]
		if !ok {
			t.Fatalf("%s: %s is not set", s, v)
		}
		return value
	})
}

// build runs the command by which the Containerfile makes the program.
func build(t *testing.T) string {
	text, err := os.ReadFile("Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	run := regexp.MustCompile(`(?m)^RUN (.*) -o /hanoigen (.*)$`).FindSubmatch(text)
	if run == nil || !strings.Contains(string(text), `ENTRYPOINT ["hanoigen"]`) {
		t.Fatal("the Containerfile does not make hanoigen")
	}
	program := filepath.Join(t.TempDir(), "hanoigen")
	c := exec.Command("sh", "-c", fmt.Sprintf("%s -o %s %s", run[1], program, run[2]))
	c.Dir = "../.."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", c, err, out)
	}
	return program
}
